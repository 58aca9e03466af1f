/** Limits of arguments and results. */
export const stackLimits = {
  /** Levels of nested tuples. A list is as deep as it is long; cells are at most 1,023 deep. */
  depthMax: 1_000,
  /** Number of entries, with those inside tuples. The emulator itself fails at about 3,500 in a result. */
  entriesMax: 10_000,
  /** Bytes of all bags of cells: of the stack, and of the cells, slices and builders in it. */
  bytesMax: 4 * 2 ** 20,
} as const;
