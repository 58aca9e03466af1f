/**
 * What a run sees of its chain: one per masterchain block. Immutable. Workers keep what they have parsed of it by
 * `key`, so equal keys must mean equal contents, for as long as the pool lives.
 */
export interface TvmEnvironment {
  readonly key: string;
  /** The root of `Hashmap 32 ^Cell` with all parameters, as a bag; or `ConfigParams`, which refers to it. */
  readonly configBoc: Uint8Array;
  /** c7 slot 13 as one `VmStackValue`: see `encodePreviousBlocks`. Null leaves the slot null. */
  readonly previousBlocksBoc: Uint8Array | null;
  /** Seconds. The time of the run: NOW. */
  readonly unixTime: number;
}

/**
 * Libraries that a run may look up, as a bag with the root of `Hashmap 256 ^Cell` (library hash → library cell).
 * Give the same array object again where the libraries are the same: what was found out about them is kept with it.
 */
export type LibrariesBoc = Uint8Array;
