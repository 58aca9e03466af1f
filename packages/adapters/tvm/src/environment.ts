/**
 * The data of the chain that a run can see; one per masterchain block. Immutable. Workers keep the parsed form by
 * `key`, so equal keys must mean equal contents as long as the pool lives.
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
 * Pass the same array object again for the same libraries: what was computed for them is kept with the object.
 */
export type LibrariesBoc = Uint8Array;
