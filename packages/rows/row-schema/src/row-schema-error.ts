import { TonriverError } from '@tonriver/errors';

/**
 * An error in a row, in its bytes, or in a name. Trying again never helps.
 *
 * - `row_value_out_of_range`: a value does not fit the type of its column
 * - `row_binary_truncated`: the bytes end inside a value
 * - `row_binary_invalid`: the bytes are not a value of the column
 * - `rows_too_large`: the rows have more bytes than one insert may have
 * - `invalid_name`: a database, table or column name has characters that are not allowed
 */
export type RowSchemaErrorCode =
  | 'row_value_out_of_range'
  | 'row_binary_truncated'
  | 'row_binary_invalid'
  | 'rows_too_large'
  | 'invalid_name';

/** The error that `@tonriver/row-schema` throws. */
export class RowSchemaError extends TonriverError<RowSchemaErrorCode> {}
