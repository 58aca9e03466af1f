import { createHash } from 'node:crypto';
import { parseBoolean, parseDecimal } from '@tonriver/api-model';
import type { Request, RequestHandler, Response } from 'express';
import type { AnswerCache, AssembledAnswer } from '../answer-cache.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { acceptedCoding } from '../content-coding.ts';
import { GatewayError } from '../gateway-error.ts';
import { callerGone, runForCaller } from '../look-up/caller.ts';
import { contextOf } from '../middleware/request-context.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import type { Visibility, Watermark } from '../reading/watermark.ts';
import type { ConcurrentRequests } from './concurrent-requests.ts';
import type { Endpoint } from './endpoint.ts';

export interface ReadRouteDependencies {
  readonly reader: ChainReader;
  readonly watermark: Watermark;
  readonly answers: AnswerCache;
  readonly cachePrefix: () => string;
  readonly isTestnet: boolean;
  readonly requestTimeoutMs: number;
  readonly requests: ConcurrentRequests;
  /** Tells whether work had to wait for its turn at any time since then (`performance.now()`). */
  readonly hadWaiting: (sinceMs: number) => boolean;
}

/** Creates the handler of an endpoint in one dialect: parameters, visibility, cache, time-out, headers. */
export function createReadRoute<Query>(
  { reader, watermark, answers, cachePrefix, isTestnet, requestTimeoutMs, requests, hadWaiting }: ReadRouteDependencies,
  dialect: Dialect,
  endpoint: Endpoint<Query>,
): RequestHandler {
  return async function readRoute(request, response) {
    contextOf(response).endpoint = endpoint.name;
    const parameters = parametersOf(request, dialect);
    const query = endpoint.parse(dialect, parameters);
    const visibility = required(await watermark.forRequest());
    const wantsAddressBook = !settingOf(request, parameters, 'X-No-Address-Book', 'x_no_address_book', parseBoolean);
    if (visibility.range !== undefined) response.set('X-Indexed-Seqno', String(visibility.range.lastSeqno));
    const key = answerKey(cachePrefix(), dialect, endpoint.name, visibility, { query, wantsAddressBook });
    const answer = await withTimeout(
      response,
      () =>
        answers.find(key, acceptedCoding(request), () =>
          endpoint.answer(query, { dialect, reader, visibility, isTestnet, wantsAddressBook }),
        ),
      timeoutOf(request, parameters, requestTimeoutMs),
      { requests, hadWaiting },
    );
    send(response, answer);
  };
}

/** The most parameters of a request: some lists with a thousand values each. */
const PARAMETERS_MAX = 5_000;

/**
 * Reads the parameters after the first `?`, as form data. The parser of express would build objects from them.
 *
 * @throws {GatewayError} when there are too many
 */
export function parametersOf(request: Request, dialect: Dialect): URLSearchParams {
  const at = request.url.indexOf('?');
  const text = at < 0 ? '' : request.url.slice(at + 1);
  let count = 1;
  for (let next = text.indexOf('&'); next >= 0; next = text.indexOf('&', next + 1)) count += 1;
  if (count > PARAMETERS_MAX) throw dialect.badRequest(`too many parameters: ${PARAMETERS_MAX} at most`);
  return new URLSearchParams(text);
}

function required(visibility: Visibility | undefined): Visibility {
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
  { requests, hadWaiting }: Pick<ReadRouteDependencies, 'requests' | 'hadWaiting'>,
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

function send(response: Response, { body, coding, entityTag, totalCount }: AssembledAnswer): void {
  if (coding !== undefined) response.set('Content-Encoding', coding);
  if (totalCount !== undefined) response.set('X-Total-Count', String(totalCount));
  response.set('ETag', entityTag);
  response.set('Cache-Control', 'no-cache');
  response.type('application/json').send(body);
}
