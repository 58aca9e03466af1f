import { TonriverError } from '@tonriver/errors';

/** `outranked`: a newer parser keeps writing the same blocks. Retryable: later only one of the two has the blocks. */
export class ParserError extends TonriverError<'outranked'> {}
