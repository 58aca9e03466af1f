import { TonriverError } from '@tonriver/errors';

export type RequestErrorCode =
  /** The body has more bytes than it may, before or after it is unpacked. */
  | 'body_too_large'
  /** So many bytes of other bodies are on their way that this one has to come later. */
  | 'bodies_overloaded'
  /** A content encoding that is not known. */
  | 'body_encoding_unknown'
  /** What was packed cannot be unpacked. */
  | 'body_broken'
  /** The caller left before the body was whole. */
  | 'body_cut_off'
  | 'json_too_deep'
  | 'json_too_many_values'
  | 'json_broken';

/** A request that is refused before anybody looks at what it asks for. */
export class RequestError extends TonriverError<RequestErrorCode> {}
