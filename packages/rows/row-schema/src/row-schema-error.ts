import { TonriverError } from '@tonriver/errors';

/**
 * What is wrong with a row, with its bytes, or with a name. None of it goes away by trying again.
 *
 * - `row_value_out_of_range`: a value does not fit the type of its column
 * - `row_binary_truncated`: bytes end inside a value
 * - `row_binary_invalid`: bytes stand for no value of the column
 * - `rows_too_large`: more bytes of rows than one insert may have
 * - `invalid_name`: a name of a database, table or column that would need more than quotes
 */
export type RowSchemaErrorCode =
  | 'row_value_out_of_range'
  | 'row_binary_truncated'
  | 'row_binary_invalid'
  | 'rows_too_large'
  | 'invalid_name';

/** The one error of `@tonriver/row-schema`. */
export class RowSchemaError extends TonriverError<RowSchemaErrorCode> {}
