import { TonriverError } from '@tonriver/errors';

/**
 * - `bad_message`: a part of a message is not a bag of cells (`fields.part` says which), or the whole is over the
 *   limits that the network sets for messages from outside.
 */
type EmulationErrorCode = 'bad_message';

/** The reason why something cannot be emulated. Texts are written for callers. */
export class EmulationError extends TonriverError<EmulationErrorCode> {}
