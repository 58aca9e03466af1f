import { z } from 'zod';
import { integer } from './primitives.ts';

/** Error answers of both dialects. */
export const errorAnswer = z
  .strictObject({ code: integer.meta({ description: 'The HTTP status' }), error: z.string() })
  .meta({ id: 'RequestError' });

/** Error envelope of API v2. */
export const errorAnswerV2 = z
  .strictObject({
    ok: z.literal(false),
    error: z.string(),
    code: integer,
    '@extra': z.string().optional().meta({ description: 'Drop-in dialect and jsonRPC' }),
    jsonrpc: z.literal('2.0').optional(),
    id: z.string().optional(),
  })
  .meta({ id: 'RequestErrorV2' });
