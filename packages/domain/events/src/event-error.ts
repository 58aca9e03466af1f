import { TonriverError } from '@tonriver/errors';

export type EventErrorCode = 'bad_header' | 'bad_value';

/** A record does not have the form of its topic. Permanent: the record becomes a dead letter. */
export class EventError extends TonriverError<EventErrorCode> {}
