import type { AccountAddress } from '@tonriver/chain-model';
import type { LibrarySet } from './library-set.ts';

/** The surroundings of a recorded run: everything but its account. Equal keys mean equal contents. */
export interface RecordedSurroundings {
  readonly key: string;
  /** Equal keys mean equal bytes. */
  readonly config: { readonly key: string; readonly bytes: Uint8Array };
  readonly libraries: LibrarySet;
  readonly unixTime: number;
  readonly randomSeed: Uint8Array;
  readonly gasLimit: bigint;
  /** c7 slot 13 as a `VmStackValue`. */
  readonly previousBlocks: Uint8Array | null;
}

/** One account in its surroundings, with its recorded calls. */
export interface Recording {
  readonly address: AccountAddress;
  readonly shardAccountBoc: Uint8Array;
  readonly surroundings: RecordedSurroundings;
  readonly calls: readonly RecordedCall[];
}

export interface RecordedCall {
  /** The name in the recording, null when it has none. */
  readonly id: string | null;
  readonly method: string | null;
  readonly methodId: number;
  readonly file: string;
}
