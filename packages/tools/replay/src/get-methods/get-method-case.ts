import type { GetMethodCall, StackEntry } from '@tonriver/tvm';

/** A recorded call. Members that were not recorded are null and not compared. */
export interface GetMethodCase {
  /** Names the record in reports: its file, id and method. */
  readonly name: string;
  readonly call: GetMethodCall;
  /** False for an account without code: nothing runs, and the exit code is −13. */
  readonly hasContract: boolean;
  readonly expected: {
    readonly exitCode: number;
    readonly gasUsed: bigint | null;
    readonly stackBoc: Uint8Array | null;
    /** The decoded form. */
    readonly stack: readonly StackEntry[] | null;
    /** Hexadecimal, lower case. */
    readonly missingLibrary: string | null;
  };
}

/** A stack entry in the form of recordings, in arguments and results. */
export interface RecordedEntry {
  readonly type: string;
  readonly value?: unknown;
  readonly boc?: string | undefined;
  readonly address?: unknown;
  readonly items?: readonly RecordedEntry[] | undefined;
}
