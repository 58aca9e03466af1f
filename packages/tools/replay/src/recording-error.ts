import { BadRecordingError } from '@tonriver/recordings';
import { errorMessage, TonriverError } from '@tonriver/errors';

/**
 * - `recording_unreadable`: a file that is not there, is no JSON or no bag, or names a file that is not there.
 * - `recording_unknown_form`: readable, but none of the forms that the command knows.
 */
export type RecordingErrorCode = 'recording_unreadable' | 'recording_unknown_form';

/** A recording that cannot be run at all: the command then ends with exit code 2. */
export class RecordingError extends TonriverError<RecordingErrorCode> {}

/** A record, or a whole file, that could not be read: reported among the others and never passed over. */
export interface Unreadable {
  readonly name: string;
  /** Which file and member, and what is wrong with them. */
  readonly problem: string;
}

/** What is read, or why it cannot be. Errors that are not about recordings escape. */
export function unreadable<Result>(name: string, read: () => Result): Result | Unreadable {
  try {
    return read();
  } catch (error) {
    return problemOf(name, error);
  }
}

/** @throws the error, when it is not about a recording */
export function problemOf(name: string, error: unknown): Unreadable {
  if (!(error instanceof RecordingError || error instanceof BadRecordingError)) throw error;
  return { name, problem: errorMessage(error) };
}
