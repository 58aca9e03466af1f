import type { Response } from 'express';
import { joinPieces, type JsonText } from '../answers/json-text.ts';
import { acceptedCoding, COMPRESSED_BYTES_MIN, compress } from '../content-coding.ts';
import type { Dialect } from '../dialects/dialect.ts';

/**
 * Sends an answer that is not kept, compressed if the client accepts that: as a whole, because a stream would wait
 * several times for another thread.
 */
export async function sendAnew(
  response: Response,
  { contentType }: Pick<Dialect, 'contentType'>,
  text: JsonText,
): Promise<void> {
  const body = joinPieces(text);
  const coding = body.length < COMPRESSED_BYTES_MIN ? undefined : acceptedCoding(response.req);
  const sent = coding === undefined ? body : await compress(body, coding);
  response.vary('Accept-Encoding');
  if (coding !== undefined) response.set('Content-Encoding', coding);
  // `response.type` would add a charset.
  response.setHeader('Content-Type', contentType);
  response.send(sent);
}
