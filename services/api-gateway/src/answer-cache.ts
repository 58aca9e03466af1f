import { createHash } from 'node:crypto';
import { type Cache, createDecodedCache } from '@tonriver/cache';
import type { Logger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { z } from 'zod';
import { createSingleFlight, type HoleAlarm } from '@tonriver/chain-reader';
import { joinPieces, type JsonText } from './answers/json-text.ts';
import { COMPRESSED_BYTES_MIN, CONTENT_CODINGS, compress, type ContentCoding } from './content-coding.ts';
import type { EndpointAnswer } from './endpoints/endpoint-definition.ts';
import { GatewayError } from './gateway-error.ts';

/** An answer that can be sent. */
export interface AssembledAnswer {
  readonly body: Buffer;
  /** As it is kept: one line of headers, then the body. */
  readonly kept: Uint8Array;
  /** How the body is compressed; absent: it is not. */
  readonly coding: ContentCoding | undefined;
  /** Of the body before compression. */
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
  /** @param coding the wanted one. Small bodies are not compressed */
  find(key: string, coding: ContentCoding | undefined, make: () => Promise<EndpointAnswer>): Promise<AssembledAnswer>;
}

/**
 * Computes equal requests that overlap once. Later ones are read from the cache while it has them. Every answer is kept
 * as it was sent, so that a popular one is compressed once.
 */
export function createAnswerCache(dependencies: AnswerCacheDependencies): AnswerCache {
  const { cache, logger, metrics, holes, answerTtlMs: ttlMs, answersMax } = dependencies;
  const answers = createDecodedCache({
    cache,
    format: { encode: ({ kept }) => kept, decode: decodeAnswer },
    ttlMs,
    logger,
    metrics,
  });
  let madeCount = 0;
  const sent = createSingleFlight<AssembledAnswer>();
  const looks = metrics.counter('tonriver_api_answer_cache_total', 'Look-ups of assembled answers in the cache', [
    'result',
  ]);
  const look = async (key: string): Promise<AssembledAnswer | undefined> => {
    const kept = await answers.get(key);
    looks.inc({ result: kept === undefined ? 'miss' : 'hit' });
    return kept;
  };
  const makeOnce = async (make: () => Promise<EndpointAnswer>): Promise<MadeAnswer> => {
    if (madeCount >= answersMax) {
      throw new GatewayError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
    }
    madeCount += 1;
    const made = await holes.watch(make).finally(() => {
      madeCount -= 1;
    });
    return { answer: assemble(made), isCacheable: made.isCacheable !== false };
  };
  const made = createSingleFlight<MadeAnswer>();

  return {
    find: (key, coding, make) => {
      const codedKey = coding === undefined ? key : `${key}:${coding}`;
      return sent.run(codedKey, async () => {
        const kept = await look(codedKey);
        if (kept !== undefined) return kept;
        // Clients that differ only in what they can decompress share the work.
        const { answer, isCacheable } = await made.run(key, () => makeOnce(make));
        const coded = await compressed(answer, coding);
        if (isCacheable) answers.keep([{ key: codedKey, value: coded }]);
        return coded;
      });
    },
  };
}

interface MadeAnswer {
  readonly answer: AssembledAnswer;
  readonly isCacheable: boolean;
}

async function compressed(answer: AssembledAnswer, coding: ContentCoding | undefined): Promise<AssembledAnswer> {
  if (coding === undefined || answer.body.length < COMPRESSED_BYTES_MIN) return answer;
  return answerOf([await compress(answer.body, coding)], { ...answer, coding });
}

function assemble({ text, totalCount }: EndpointAnswer): AssembledAnswer {
  const head = { coding: undefined, totalCount };
  const answer = answerOf(text, { ...head, entityTag: entityTagOf(noBody) });
  const entityTag = entityTagOf(answer.body);
  // The tag of the whole body takes the place of another one, which is as long.
  answer.kept.set(headOf({ ...head, entityTag }));
  return { ...answer, entityTag };
}

const noBody = new Uint8Array();

function entityTagOf(body: Uint8Array): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}

type AnswerHead = Omit<AssembledAnswer, 'body' | 'kept'>;

function headOf({ entityTag, totalCount, coding }: AnswerHead): Buffer {
  return Buffer.from(`${JSON.stringify({ entityTag, totalCount, coding })}\n`);
}

/** Joins the pieces of a body once, with the headers in front of it. */
function answerOf(pieces: JsonText, { coding, entityTag, totalCount }: AnswerHead): AssembledAnswer {
  const head = headOf({ coding, entityTag, totalCount });
  const kept = joinPieces([head, ...pieces]);
  return { body: kept.subarray(head.length), kept, coding, entityTag, totalCount };
}

function decodeAnswer(bytes: Uint8Array): AssembledAnswer {
  const kept = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lineEnd = kept.indexOf(0x0a);
  const { entityTag, totalCount, coding } = answerHead.parse(JSON.parse(kept.subarray(0, lineEnd).toString()));
  return { body: kept.subarray(lineEnd + 1), kept, coding, entityTag, totalCount };
}

const answerHead = z.object({
  entityTag: z.string(),
  totalCount: z.number().optional(),
  coding: z.enum(CONTENT_CODINGS).optional(),
});
