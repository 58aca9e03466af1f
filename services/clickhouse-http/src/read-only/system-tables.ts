/**
 * Tables of the database `system` that the read-only port shows: those that tools read to list tables, columns and
 * types, and those that contain no stored data. All others are removed from the engine behind that port.
 */
export const readableSystemTables: readonly string[] = `
aggregate_function_combinators build_options codecs collations columns constraints contributors
data_skipping_index_types data_skipping_indices data_type_families database_engines databases dictionaries
documentation errors events formats functions keywords licenses merge_tree_settings metrics numbers numbers_mt one
parts_columns parts primes privileges projections settings table_engines table_functions tables time_zones unicode
view_refreshes zeros zeros_mt mutations user_defined_functions
`
  .trim()
  .split(/\s+/);
