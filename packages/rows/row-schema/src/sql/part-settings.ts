/**
 * Settings of every table, about the parts that its rows are in:
 *
 * - By default merges leave out the newest parts when each is smaller than a hundredth of all. The tables of a chain that
 *   was just begun then had their largest part merged with one small one for every insert: after five minutes of a busy
 *   devnet that took a fifth of a processor.
 * - By default each part gets statistics of its columns, which help the engine to order the conditions of a statement.
 *   Services read by key, and do not gain by them; an insert takes a tenth less of a processor without.
 */
export const partSettings = {
  merge_selector_enable_heuristic_to_remove_small_parts_at_right: 0,
  auto_statistics_types: "''",
} as const;
