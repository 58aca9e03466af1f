import type { JsonBounds } from '@tonriver/http-server';
import type { Response } from 'express';
import type { Dialect } from '../dialects/dialect.ts';
import type { ResultV2 } from '../endpoints/endpoint.ts';
import { extraOf } from '../middleware/extra.ts';
import { contextOf } from '../middleware/request-context.ts';
import { bodyWordsOf } from './body-words.ts';
import { createJsonBodyReader, type ReadJsonBody } from './json-body.ts';
import type { RouteDependencies } from './route-dependencies.ts';
import { sendAnew } from './send-anew.ts';

/** Creates the reader of bodies of v2. They need no content type. */
export function createV2BodyReader(
  { readBody, bodyBytesMax }: RouteDependencies,
  dialect: Dialect,
  bounds: JsonBounds & { readonly bytesMax?: number },
): ReadJsonBody {
  const words = bodyWordsOf(dialect, 'v2');
  return createJsonBodyReader(readBody, { bytesMax: bodyBytesMax, ...bounds, contentType: 'none', ...words });
}

/** Sends a result in the envelope of v2. `members` follow at its end. */
export async function sendEnvelope(
  response: Response,
  dialect: Dialect,
  { text, isFromCache }: ResultV2,
  members: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const extra = dialect.name === 'deployed' ? { '@extra': extraOf(contextOf(response), isFromCache) } : {};
  const further = Object.entries({ ...extra, ...members }).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  response.set('Cache-Control', 'no-store');
  await sendAnew(response, dialect, ['{"ok":true,"result":', ...text, ...further, '}']);
}
