import { z } from 'zod';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import { bodyWordsOf, type Generation } from '../../serving/body-words.ts';

/** A body with one bag of cells. A message is at most 64 KiB; the deployed service takes bodies up to 1 MiB. */
export const bounds = { nestingMax: 8, valuesMax: 100, bytesMax: 1024 * 1024 };

/** For the document: an empty message to an account that does not exist, which every chain refuses. */
export const exampleMessage = {
  boc: 'te6cckEBAQEAJQAARYgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEuN2rAw==',
};

/** For the document. */
export const messageBody = z
  .object({ boc: z.base64().meta({ description: 'Bag of cells with one external message, standard base64' }) })
  .meta({ id: 'MessageRequest' });

/** For the document of the first dialect. */
export const trackedMessageBody = messageBody
  .extend({
    track_only: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the message was sent elsewhere, and is only followed' }),
  })
  .meta({ id: 'TrackedMessageRequest' });

/** A message, and what is to be done with it. */
export interface AskedMessage {
  readonly boc: Uint8Array;
  /** It was sent elsewhere. */
  readonly isTrackedOnly: boolean;
}

/** Reads the body of /v3/message. `track_only` is of the first dialect; the other ignores it. */
export function readMessageV3(
  body: unknown,
  { dialect, isStrict }: { readonly dialect: Dialect; readonly isStrict: boolean },
): AskedMessage {
  const rules = { dialect, generation: 'v3', isStrict } as const;
  if (dialect.name !== 'contract' || typeof body !== 'object' || body === null || !('track_only' in body)) {
    return { boc: readMessage(body, rules), isTrackedOnly: false };
  }
  const { track_only: isTrackedOnly, ...others } = body;
  if (typeof isTrackedOnly !== 'boolean') throw dialect.badRequest('track_only is not a boolean');
  return { boc: readMessage(others, rules), isTrackedOnly };
}

/**
 * Reads the body of a request that sends a message: its bag of cells as bytes, which nobody has looked into.
 *
 * @param rules.isStrict true if an unknown member is an error
 * @throws {GatewayError} with the texts and statuses of the dialect and generation
 */
export function readMessage(
  body: unknown,
  { dialect, generation, isStrict }: { dialect: Dialect; generation: Generation; isStrict: boolean },
): Uint8Array {
  const words = bodyWordsOf(dialect, generation);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw words.badRequest('request body should be a JSON object');
  const other = isStrict ? Object.keys(body).find((name) => name !== 'boc') : undefined;
  if (other !== undefined) throw words.badRequest(`Unknown property '${other.slice(0, 100)}'`);
  const { boc } = body as { readonly boc?: unknown };
  if (boc === undefined || boc === null || boc === '') throw missing(boc, dialect, generation);
  if (typeof boc !== 'string') throw words.badRequest("Error at path 'boc': Wrong type: string expected");
  // The deployed v3 hands the text on to v2, and the caller gets the status and the text of that.
  const isDeployed = dialect.name === 'deployed';
  if (!BASE64.test(boc)) throw (isDeployed ? bodyWordsOf(dialect, 'v2') : words).badRequest(NOT_BASE64);
  return new Uint8Array(Buffer.from(boc, 'base64'));
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const NOT_BASE64 = "Error at path 'boc': invalid base64 encoded bytes";

function missing(boc: unknown, dialect: Dialect, generation: Generation): GatewayError {
  if (generation === 'v3') {
    const text = 'boc is required';
    return dialect.name === 'deployed'
      ? new GatewayError('bad_request', text, { status: 401 })
      : dialect.badRequest(text);
  }
  if (boc === '') return dialect.badRequest('failed to validate request: empty boc');
  return bodyWordsOf(dialect, generation).badRequest("Error at path 'boc': Field is missing");
}
