import { TonriverError } from '@tonriver/errors';

export type EventErrorCode = 'bad_header' | 'bad_value';

/** A record does not have the form that its topic promises. Permanent: the record belongs among the dead letters. */
export class EventError extends TonriverError<EventErrorCode> {}
