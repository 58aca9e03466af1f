/** Whether a value is allowed. */
type ValueRule = (value: string) => boolean;

const isSwitch: ValueRule = (value) => /^(?:0|1|true|false)$/i.test(value);
const isWholeNumber =
  (largest: number): ValueRule =>
  (value) =>
    /^\d{1,15}$/.test(value) && Number(value) <= largest;
const isOneOf =
  (...values: readonly string[]): ValueRule =>
  (value) =>
    values.includes(value.toLowerCase());
const isShortText: ValueRule = (value) => value.length <= 16;

const rules = (names: string, rule: ValueRule): readonly (readonly [string, ValueRule])[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, rule] as const);

/**
 * Settings that an untrusted client may set, with their allowed values. They change how an answer is written or what a
 * query means, but never its cost or its access: no path, no schema, no pattern, no number of threads. All other
 * settings are refused.
 */
const harmlessSettings: ReadonlyMap<string, ValueRule> = new Map([
  ...rules(
    `
    output_format_json_quote_64bit_integers output_format_json_quote_64bit_floats output_format_json_quote_denormals
    output_format_json_quote_decimals output_format_json_escape_forward_slashes output_format_json_array_of_rows
    output_format_json_named_tuples_as_objects output_format_json_skip_null_value_in_named_tuples
    output_format_json_validate_utf8 output_format_json_pretty_print output_format_json_map_as_array_of_tuples
    output_format_csv_crlf_end_of_line output_format_csv_serialize_tuple_into_separate_columns
    output_format_csv_header_serialize_tuple_into_separate_columns output_format_tsv_crlf_end_of_line
    output_format_decimal_trailing_zeros output_format_always_write_decimal_point_in_float_and_decimal
    output_format_write_statistics output_format_trim_fixed_string output_format_values_escape_quote_with_quote
    output_format_binary_encode_types_in_binary_format output_format_binary_write_json_as_string
    output_format_native_encode_types_in_binary_format output_format_native_write_json_as_string
    output_format_native_use_flattened_dynamic_and_json_serialization
    output_format_parquet_string_as_string output_format_parquet_fixed_string_as_fixed_byte_array
    output_format_parquet_datetime_as_uint32 output_format_parquet_date_as_uint16
    output_format_parquet_enum_as_byte_array
    output_format_arrow_string_as_string output_format_arrow_low_cardinality_as_dictionary
    output_format_arrow_fixed_string_as_fixed_byte_array output_format_arrow_date_as_uint16
    output_format_orc_string_as_string output_format_bson_string_as_string
    output_format_sql_insert_include_column_names
    output_format_sql_insert_use_replace output_format_sql_insert_quote_names
    output_format_markdown_escape_special_characters
    output_format_pretty_row_numbers output_format_pretty_highlight_digit_groups
    output_format_pretty_use_nbsp_for_padding
    output_format_pretty_multiline_fields output_format_pretty_fallback_to_vertical
    date_time_64_output_format_cut_trailing_zeros_align_to_groups_of_thousands low_cardinality_allow_in_native_format
    extremes final join_use_nulls group_by_use_nulls transform_null_in prefer_column_name_to_alias
    aggregate_functions_null_for_empty empty_result_for_aggregation_by_empty_set asterisk_include_materialized_columns
    asterisk_include_alias_columns show_table_uuid_in_table_create_query_if_not_nil describe_compact_output
    describe_include_subcolumns use_legacy_to_time cast_keep_nullable use_mysql_types_in_show_columns
    `,
    isSwitch,
  ),
  ...rules(
    `
    output_format_pretty_max_rows output_format_pretty_max_column_pad_width output_format_pretty_max_value_width
    output_format_pretty_max_value_width_apply_for_single_value
    `,
    isWholeNumber(100_000),
  ),
  ...rules('output_format_pretty_color output_format_pretty_glue_chunks', isOneOf('0', '1', 'auto')),
  ...rules('output_format_pretty_grid_charset', isOneOf('utf-8', 'ascii')),
  ...rules('output_format_arrow_compression_method', isOneOf('none', 'lz4_frame', 'zstd')),
  ...rules('output_format_parquet_compression_method', isOneOf('none', 'snappy', 'lz4', 'gzip', 'zstd')),
  ...rules('output_format_float_precision', isWholeNumber(17)),
  // Settings that are in force anyway.
  ...rules('timeout_overflow_mode result_overflow_mode', isOneOf('throw')),
  ...rules('limit offset', isWholeNumber(1e15)),
  ...rules('max_rows_to_read max_bytes_to_read', isWholeNumber(1e15)),
  ...rules('date_time_output_format', isOneOf('simple', 'iso', 'unix_timestamp', 'unix_timestamp_fractional')),
  ...rules('date_time_input_format', isOneOf('basic', 'best_effort', 'best_effort_us')),
  ...rules('bool_true_representation bool_false_representation format_tsv_null_representation', isShortText),
  ...rules('format_csv_null_representation', isShortText),
  ...rules('format_csv_delimiter', (value) => /^[\x20-\x7e\t]$/.test(value)),
  ...rules(
    'session_timezone',
    (value) => /^[A-Za-z0-9_+-]{1,30}(?:\/[A-Za-z0-9_+-]{1,30}){0,2}$/.test(value) || value === '',
  ),
]);

/**
 * Settings that tools send with every request and that have no effect here: they are about writing, the connection or
 * the server's own records. They are ignored, because the tools could not work if they were refused.
 */
const ignoredSettings: ReadonlySet<string> = new Set(
  `
  async_insert wait_for_async_insert wait_for_async_insert_timeout insert_quorum insert_deduplicate
  insert_null_as_default
  max_insert_block_size insert_allow_materialized_columns input_format_parallel_parsing input_format_skip_unknown_fields
  input_format_null_as_default connect_timeout receive_timeout send_timeout connect_timeout_with_failover_ms
  cancel_http_readonly_queries_on_client_close send_progress_in_http_headers network_compression_method
  network_zstd_compression_level log_queries log_query_threads log_comment log_profile_events send_logs_level priority
  max_block_size max_read_buffer_size use_uncompressed_cache use_query_cache load_balancing
  select_sequential_consistency
  mutations_sync alter_sync allow_experimental_analyzer enable_analyzer max_concurrent_queries_for_user
  session_timeout quota_key replace_running_query enable_job_stack_trace check_query_single_value_result
  allow_experimental_json_type allow_experimental_dynamic_type allow_experimental_variant_type
  allow_experimental_object_type allow_experimental_geo_types allow_experimental_bigint_types
  allow_experimental_time_time64_type enable_json_type enable_dynamic_type enable_variant_type
  enable_time_time64_type output_format_parallel_formatting max_query_size input_format_json_read_numbers_as_strings
  `
    .trim()
    .split(/\s+/),
);

/** How a setting of an untrusted client is treated. */
export function judgeSetting(name: string, value: string): 'taken' | 'ignored' | 'bad value' | 'refused' {
  const rule = harmlessSettings.get(name);
  if (rule !== undefined) return rule(value) ? 'taken' : 'bad value';
  return ignoredSettings.has(name) ? 'ignored' : 'refused';
}
