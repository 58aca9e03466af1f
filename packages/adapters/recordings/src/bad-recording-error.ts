import { TonriverError } from '@tonriver/errors';

/**
 * - `unreadable_path`: a file does not exist, cannot be read, or is not JSON.
 * - `bad_recording`: a file has an unknown form, or an invalid bag of cells, number or address.
 */
export type BadRecordingErrorCode = 'unreadable_path' | 'bad_recording';

/** The error of an unreadable recording. Its message names the file and the member. */
export class BadRecordingError extends TonriverError<BadRecordingErrorCode> {}
