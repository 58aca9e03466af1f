import { TonriverError } from '@tonriver/errors';

export type RequestErrorCode =
  /** The body is too large, before or after unpacking. */
  | 'body_too_large'
  /** Too many bytes of other bodies are arriving; the client may try again later. */
  | 'bodies_overloaded'
  /** The content encoding is unknown. */
  | 'body_encoding_unknown'
  /** The body cannot be unpacked. */
  | 'body_broken'
  /** The client left before the whole body had arrived. */
  | 'body_cut_off'
  | 'json_too_deep'
  | 'json_too_many_values'
  | 'json_broken';

/** A request that is refused before its meaning is read. */
export class RequestError extends TonriverError<RequestErrorCode> {}
