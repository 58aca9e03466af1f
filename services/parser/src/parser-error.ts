import { TonriverError } from '@tonriver/errors';

/** `outranked`: a newer parser goes on writing the same blocks. Worth another try: by then one of the two has them. */
export class ParserError extends TonriverError<'outranked'> {}
