import { TonriverError } from '@tonriver/errors';

/**
 * Errors of a bag of cells (`boc_…`, with the byte `offset` in the fields if it is known), and of reading or building
 * one cell (`cell_…`).
 */
export type BocErrorCode =
  | 'boc_truncated'
  | 'boc_bad_magic'
  | 'boc_bad_header'
  | 'boc_bad_crc'
  | 'boc_bad_cell'
  | 'boc_bad_reference'
  | 'boc_too_deep'
  | 'boc_trailing_bytes'
  | 'boc_absent_cell'
  | 'boc_too_large'
  | 'boc_too_much_reading'
  | 'boc_bad_root'
  | 'boc_bad_merkle'
  | 'boc_no_such_cell'
  | 'cell_underflow'
  | 'cell_overflow'
  | 'cell_exotic'
  | 'cell_bad_value';

/** Thrown for malformed input and for impossible requests; never retryable: the same bytes fail again. */
export class BocError extends TonriverError<BocErrorCode> {}
