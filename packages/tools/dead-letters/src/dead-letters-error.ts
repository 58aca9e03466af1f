import { TonriverError } from '@tonriver/errors';

export type DeadLettersErrorCode = 'letter_gone' | 'foreign_letter';

/** A dead letter cannot be sent again. */
export class DeadLettersError extends TonriverError<DeadLettersErrorCode> {}
