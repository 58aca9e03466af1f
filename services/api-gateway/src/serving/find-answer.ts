import { createHash } from 'node:crypto';
import { parseBoolean, parseDecimal } from '@tonriver/api-model';
import type { Request, Response } from 'express';
import { callerGone, runForCaller, type Visibility } from '@tonriver/chain-reader';
import type { AssembledAnswer } from '../answer-cache.ts';
import type { ContentCoding } from '../content-coding.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { EndpointAnswer, ReadingContext } from '../endpoints/endpoint-definition.ts';
import { GatewayError } from '../gateway-error.ts';
import type { RouteDependencies } from './route-dependencies.ts';

/** An answer, and whether it was made for an earlier request. */
interface FoundAnswer {
  readonly answer: AssembledAnswer;
  readonly isFromCache: boolean;
}

/** Finds or makes the answer to one request. `coding`: how it should be compressed. */
export type FindAnswer<Query> = (
  query: Query,
  response: Response,
  rules: { readonly parameters: URLSearchParams; readonly coding: ContentCoding | undefined },
) => Promise<FoundAnswer>;

/** An endpoint whose answers are made from stored rows. */
export interface ReadEndpoint<Query> {
  /** Part of cache keys. */
  readonly name: string;
  readonly answer: (query: Query, context: ReadingContext) => Promise<EndpointAnswer>;
}

/** Creates the way to the answers of an endpoint in one dialect: visibility, cache, time-out. */
export function createFindAnswer<Query>(
  dependencies: RouteDependencies,
  dialect: Dialect,
  endpoint: ReadEndpoint<Query>,
): FindAnswer<Query> {
  const { answers, cachePrefix } = dependencies;
  return async function findAnswer(query, response, { parameters, coding }) {
    const context = await readingContextOf(dependencies, dialect, response, parameters);
    const { visibility, wantsAddressBook, wantsMetadata } = context;
    const key = answerKey(cachePrefix(), dialect, endpoint.name, visibility, {
      query,
      wantsAddressBook,
      wantsMetadata,
    });
    let isFromCache = true;
    const make = async (): Promise<EndpointAnswer> => {
      isFromCache = false;
      return await endpoint.answer(query, context);
    };
    const find = () => answers.find(key, coding, make);
    return { answer: await inTime(dependencies, response, parameters, find), isFromCache };
  };
}

/** Returns what a request reads with, at the newest watermark, and tells the caller which that is. */
export async function readingContextOf(
  { reader, watermark, zeroState, isTestnet }: RouteDependencies,
  dialect: Dialect,
  response: Response,
  parameters: URLSearchParams,
): Promise<ReadingContext> {
  const visibility = required(await watermark.forRequest());
  if (visibility.range !== undefined) response.set('X-Indexed-Seqno', String(visibility.range.lastSeqno));
  const { req: request } = response;
  const wantsAddressBook = !settingOf(request, parameters, 'X-No-Address-Book', 'x_no_address_book', parseBoolean);
  const wantsMetadata = !settingOf(request, parameters, 'X-No-Metadata', 'x_no_metadata', parseBoolean);
  return { dialect, reader, visibility, zeroState, isTestnet, wantsAddressBook, wantsMetadata };
}

/** Does work in the time of a request. */
export async function inTime<Result>(
  dependencies: RouteDependencies,
  response: Response,
  parameters: URLSearchParams,
  work: () => Promise<Result>,
): Promise<Result> {
  const timeoutMs = timeoutOf(response.req, parameters, dependencies.requestTimeoutMs);
  return await withTimeout(response, work, timeoutMs, dependencies);
}

/** @throws {GatewayError} `not_ready` when there is nothing to read */
export function required(visibility: Visibility | undefined): Visibility {
  if (visibility === undefined || (visibility.range === undefined && !visibility.hasPartialBlocks)) {
    throw new GatewayError('not_ready', 'nothing is indexed yet', { retryAfterSeconds: 1 });
  }
  return visibility;
}

/** Reads a setting of the deployed service from a header, else from a parameter. Invalid values are ignored. */
function settingOf<Value>(
  request: Request,
  parameters: URLSearchParams,
  header: string,
  parameter: string,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  const text = request.get(header) ?? parameters.get(parameter);
  return text === null || text === undefined ? undefined : parse(text);
}

/** Reads `X-Timeout` (milliseconds), which shortens the time-out. Values that are not positive are ignored. */
function timeoutOf(request: Request, parameters: URLSearchParams, timeoutMsMax: number): number {
  const parse = (text: string): number | undefined => {
    const value = parseDecimal(text, 1n, BigInt(timeoutMsMax));
    return value === undefined ? undefined : Number(value);
  };
  return settingOf(request, parameters, 'X-Timeout', 'x_timeout', parse) ?? timeoutMsMax;
}

/** The part of a request's time in which its answer must be ready, so that it can be sent in time. */
export const REFUSED_AFTER_SHARE = 0.9;

/**
 * Answers in time: if requests had to wait for each other, 503 a little before the time is over, otherwise 504 when it
 * is over. The work then continues only if other callers wait for it.
 */
async function withTimeout<Result>(
  response: Response,
  work: () => Promise<Result>,
  timeoutMs: number,
  { requests, hadWaiting }: Pick<RouteDependencies, 'requests' | 'hadWaiting'>,
): Promise<Result> {
  const beganMs = performance.now();
  const end = requests.begin();
  const caller = new AbortController();
  const left = new Promise<never>((_, reject) => {
    caller.signal.addEventListener('abort', () => reject(caller.signal.reason), { once: true });
  });
  const leave = (): void => caller.abort(callerGone());
  const refuse = (): void => {
    if (!requests.hadSeveral(beganMs) || !hadWaiting(beganMs)) return;
    caller.abort(new GatewayError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 }));
  };
  const timers = [setTimeout(refuse, REFUSED_AFTER_SHARE * timeoutMs), setTimeout(leave, timeoutMs)];
  response.once('close', leave);
  try {
    return await Promise.race([runForCaller(caller.signal, work), left]);
  } finally {
    end();
    for (const timer of timers) clearTimeout(timer);
    response.off('close', leave);
  }
}

function answerKey(
  cachePrefix: string,
  dialect: Dialect,
  endpoint: string,
  { range }: Visibility,
  request: unknown,
): string {
  const text = JSON.stringify(request, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const digest = createHash('sha256').update(text).digest('base64url');
  const watermark = range === undefined ? 'none' : `${range.firstSeqno}-${range.lastSeqno}`;
  return `${cachePrefix}:${dialect.name}:${watermark}:${endpoint}:${digest}`;
}
