/**
 * Settings of every table, about the parts that its rows are in:
 *
 * - The engine's default leaves the newest parts out of a merge when each is smaller than a hundredth of it. Often the
 *   largest part of a table was then merged with a single new one: five minutes after a busy devnet began, merges took
 *   a fifth of a processor.
 * - By default merges make statistics of all columns, with which the engine skips parts, and orders conditions and
 *   joins. Services look rows up by key and hardly need them. Under the load of a devnet they took 1.2 seconds of a
 *   processor a minute, as the engine counts.
 */
export const partSettings = {
  merge_selector_enable_heuristic_to_remove_small_parts_at_right: 0,
  auto_statistics_types: "''",
} as const;
