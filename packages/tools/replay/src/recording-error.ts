import { BadRecordingError } from '@tonriver/recordings';
import { errorMessage, TonriverError } from '@tonriver/errors';

/**
 * - `recording_unreadable`: a file is missing, is neither JSON nor a bag, or names a missing file.
 * - `recording_unknown_form`: a readable file has none of the forms that the command knows.
 */
export type RecordingErrorCode = 'recording_unreadable' | 'recording_unknown_form';

/** A recording cannot be run. The command ends with exit code 2. */
export class RecordingError extends TonriverError<RecordingErrorCode> {}

/** A record or a file that could not be read. It is reported among the other outcomes. */
export interface Unreadable {
  readonly name: string;
  /** Which file and member, and what is wrong with them. */
  readonly problem: string;
}

/** Returns what `read` returns, or why the recording cannot be read. Throws all other errors. */
export function unreadable<Result>(name: string, read: () => Result): Result | Unreadable {
  try {
    return read();
  } catch (error) {
    return problemOf(name, error);
  }
}

/** @throws the error, unless it is about a recording */
export function problemOf(name: string, error: unknown): Unreadable {
  if (!(error instanceof RecordingError || error instanceof BadRecordingError)) throw error;
  return { name, problem: errorMessage(error) };
}
