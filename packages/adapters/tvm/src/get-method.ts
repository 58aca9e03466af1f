import type { LibrariesBoc, TvmEnvironment } from './environment.ts';
import type { StackEntry } from './stack-entry.ts';

/** One get-method of one account. */
export interface GetMethodCall {
  readonly environment: TvmEnvironment;
  readonly address: { readonly workchain: number; readonly hash: Uint8Array };
  /** Nanograms, 0 … 2^63 − 1. */
  readonly balance: bigint;
  readonly extraCurrencies: readonly { readonly currency: number; readonly amount: bigint }[];
  /** Code and data as bags with one root; the code may be a library reference. */
  readonly codeBoc: Uint8Array;
  readonly dataBoc: Uint8Array;
  readonly librariesBoc: LibrariesBoc | null;
  /** The number of the method: `methodIdOf(name)`, or any other −2^31 … 2^31 − 1. */
  readonly methodId: number;
  /** Arguments, the last one on top of the stack. */
  readonly stack: readonly StackEntry[];
  /** 32 bytes. */
  readonly randomSeed: Uint8Array;
  /** 1 … 2^63 − 1. */
  readonly gasLimit: bigint;
}

/** The result of a run. Exit codes are data: 0 and 1 are success. */
export interface GetMethodResult {
  readonly exitCode: number;
  readonly gasUsed: bigint;
  /** The last one is the top of the stack. */
  readonly stack: readonly StackEntry[];
  /** The same stack as the emulator wrote it: a bag with one root, `VmStack`. */
  readonly stackBoc: Uint8Array;
  /** The hash of a library that was looked for and not given; the run then ended with exit code 9. */
  readonly missingLibrary: Uint8Array | null;
  /** Whether the whole configuration was given to the run, or only what the TVM itself unpacks. */
  readonly usedWholeConfig: boolean;
}
