import { TonriverError } from '@tonriver/errors';

/** Everything that can go wrong while tests prepare their parts. */
export type TestingErrorCode =
  | 'part_missing'
  | 'part_did_not_start'
  | 'program_failed'
  | 'kafka_jars_not_fetched'
  | 'recorded_data_malformed'
  | 'not_a_test_runner'
  | 'never_happened';

/** A fault of the test environment, never of the code under test (except `never_happened`, which is either). */
export class TestingError extends TonriverError<TestingErrorCode> {}
