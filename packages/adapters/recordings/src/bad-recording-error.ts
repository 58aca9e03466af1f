import { TonriverError } from '@tonriver/errors';

/**
 * - `unreadable_path`: a file is not there, may not be read, or is no JSON.
 * - `bad_recording`: a file has no known form, or a bag, number or address in it is none.
 */
export type BadRecordingErrorCode = 'unreadable_path' | 'bad_recording';

/** A recording cannot be read. The text names the file and the member. */
export class BadRecordingError extends TonriverError<BadRecordingErrorCode> {}
