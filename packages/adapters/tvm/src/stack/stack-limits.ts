/** Bounds of arguments and results. */
export const stackLimits = {
  /** Levels of tuples inside each other. A list is as deep as it is long; cells end at 1,023 anyway. */
  depthMax: 1_000,
  /** Entries, counting those inside tuples. The emulator itself gives up at about 3,500 in a result. */
  entriesMax: 10_000,
  /** Bytes of all bags together: of the stack itself, and of the cells, slices and builders taken out of it. */
  bytesMax: 4 * 2 ** 20,
} as const;
