import { TonriverError } from '@tonriver/errors';

/** Errors while tests prepare their parts. */
export type TestingErrorCode =
  | 'part_missing'
  | 'part_did_not_start'
  | 'program_failed'
  | 'kafka_jars_not_fetched'
  | 'recorded_data_malformed'
  | 'not_a_test_runner'
  | 'never_happened';

/** A fault of the test environment, not of the tested code (`never_happened` may be either). */
export class TestingError extends TonriverError<TestingErrorCode> {}
