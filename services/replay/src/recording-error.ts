import { TonriverError } from '@tonriver/errors';

/**
 * - `recording_unreadable`: a file that is not there, is no JSON or no bag, or names a file that is not there.
 * - `recording_unknown_form`: readable, but none of the forms that the command knows.
 */
export type RecordingErrorCode = 'recording_unreadable' | 'recording_unknown_form';

/** A recording that cannot be run at all: the command then ends with exit code 2. */
export class RecordingError extends TonriverError<RecordingErrorCode> {}
