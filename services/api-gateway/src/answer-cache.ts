import { createHash } from 'node:crypto';
import { type Cache, createDecodedCache } from '@tonriver/cache';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { z } from 'zod';
import { GatewayError } from './gateway-error.ts';
import { createSingleFlight } from './look-up/single-flight.ts';
import type { HoleAlarm } from './reading/holes.ts';
import type { EndpointAnswer } from './routes/endpoint.ts';

/** An answer that can be sent. */
export interface AssembledAnswer {
  readonly body: Buffer;
  readonly entityTag: string;
  readonly totalCount: number | undefined;
}

export interface AnswerCacheDependencies {
  readonly cache: Cache;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly holes: HoleAlarm;
  readonly answerTtlMs: number;
  /** The most answers made at one time. A request for one more is refused at once. */
  readonly answersMax: number;
}

/** Assembled answers by key. The key contains everything that the answer depends on, also the watermark. */
export interface AnswerCache {
  find(key: string, make: () => Promise<EndpointAnswer>): Promise<AssembledAnswer>;
}

/** Computes equal requests that overlap once. Later ones are read from the cache while it has them. */
export function createAnswerCache(dependencies: AnswerCacheDependencies): AnswerCache {
  const { cache, logger, metrics, holes, answerTtlMs: ttlMs, answersMax } = dependencies;
  const answers = createDecodedCache({
    cache,
    format: { encode: encodeAnswer, decode: decodeAnswer },
    ttlMs,
    logger,
    metrics,
  });
  let madeCount = 0;
  const flights = createSingleFlight<AssembledAnswer>();
  const looks = metrics.counter('tonriver_api_answer_cache_total', 'Look-ups of assembled answers in the cache', [
    'result',
  ]);
  return {
    find: (key, make) =>
      flights.run(key, async () => {
        const kept = await answers.get(key);
        looks.inc({ result: kept === undefined ? 'miss' : 'hit' });
        if (kept !== undefined) return kept;
        if (madeCount >= answersMax) {
          throw new GatewayError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
        }
        madeCount += 1;
        const made = await holes.watch(make).finally(() => {
          madeCount -= 1;
        });
        const answer = assemble(made);
        if (made.isCacheable !== false) answers.keep([{ key, value: answer }]);
        return answer;
      }),
  };
}

function assemble({ value, totalCount }: EndpointAnswer): AssembledAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return { body, entityTag: `"${createHash('sha1').update(body).digest('base64url')}"`, totalCount };
}

/** Encodes an answer as one line of headers, then the body. */
function encodeAnswer({ body, entityTag, totalCount }: AssembledAnswer): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ entityTag, totalCount })}\n`), body]);
}

function decodeAnswer(bytes: Uint8Array): AssembledAnswer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lineEnd = buffer.indexOf(0x0a);
  const { entityTag, totalCount } = answerHead.parse(JSON.parse(buffer.subarray(0, lineEnd).toString()));
  return { body: buffer.subarray(lineEnd + 1), entityTag, totalCount };
}

const answerHead = z.object({ entityTag: z.string(), totalCount: z.number().optional() });
