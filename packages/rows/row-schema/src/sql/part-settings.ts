/**
 * Settings of every table, about the parts that its rows are in:
 *
 * - By default a merge leaves out the newest parts when each is smaller than a hundredth of all. A table that gets some
 *   rows a second then has its largest part merged with one small one for every insert, until that part has a few
 *   megabytes: after five minutes of a busy devnet that took a fifth of a processor.
 * - By default statistics of all columns are made for each part that is written. No reader asks for them.
 */
export const partSettings = {
  merge_selector_enable_heuristic_to_remove_small_parts_at_right: 0,
  auto_statistics_types: "''",
} as const;
