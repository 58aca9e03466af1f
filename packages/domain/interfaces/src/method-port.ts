/** An entry of the stack of a get-method. Bags have one root; a slice is given as a cell of its own. */
export type StackValue =
  | { readonly type: 'null' | 'nan' | 'continuation' }
  | { readonly type: 'number'; readonly value: bigint }
  | { readonly type: 'cell' | 'slice' | 'builder'; readonly boc: Uint8Array }
  | { readonly type: 'tuple'; readonly items: readonly StackValue[] };

/** A get-method to run, by name. */
export interface MethodCall {
  readonly method: string;
  /** Arguments, the last one on top. */
  readonly stack: readonly StackValue[];
  readonly gasLimit: bigint;
}

/** What a run gave. */
export type MethodOutcome =
  | {
      readonly kind: 'ended';
      /** 0 and 1 are success. */
      readonly exitCode: number;
      readonly gasUsed: bigint;
      /** The last one is the top. */
      readonly stack: readonly StackValue[];
    }
  /** It could not be run to its end, and would not be another time: time, memory, a result that is too large. */
  | { readonly kind: 'refused' }
  /** Something that the run needs is not known: the state of the account, a library, the configuration. */
  | { readonly kind: 'unknown' };

/** Runs a method of the contract that is examined. */
export type RunMethod = (call: MethodCall) => Promise<MethodOutcome>;

/** Runs a method of another contract, as it is at the end of the round. */
export type AskContract = (address: string, call: MethodCall) => Promise<MethodOutcome>;

/** Whether a run succeeded, as TON counts it. */
export function isSuccess(exitCode: number): boolean {
  return exitCode === 0 || exitCode === 1;
}
