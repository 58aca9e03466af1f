import type { GetMethodCall } from '@tonriver/tvm';

/** One recorded call. What was not recorded is null and not compared. */
export interface GetMethodCase {
  /** Names the record in reports: its file, id and method. */
  readonly name: string;
  readonly call: GetMethodCall;
  readonly expected: {
    readonly exitCode: number;
    readonly gasUsed: bigint | null;
    readonly stackBoc: Uint8Array | null;
    /** The decoded form. */
    readonly stack: readonly RecordedEntry[] | null;
    /** Hexadecimal, lower case. */
    readonly missingLibrary: string | null;
  };
}

/** A stack entry as recordings write it, in arguments and results. */
export interface RecordedEntry {
  readonly type: string;
  readonly value?: unknown;
  readonly boc?: string | undefined;
  readonly address?: unknown;
  readonly items?: readonly RecordedEntry[] | undefined;
}
