import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { TonriverError } from '@tonriver/errors';
import { foreignCallerRefusal } from '@tonriver/http-server';
import type { Logger } from '@tonriver/logger';
import { type ApiServer, type Health, type Metrics, startApiServer } from '@tonriver/telemetry';
import type { ChainThread } from '../thread/start-chain-thread.ts';
import { type Answer, errorAnswer, type Route, type RouteRequest, sendAnswer } from './answer.ts';
import { devnetRoutes } from './devnet-routes.ts';
import { createObjectReader } from './read-body.ts';
import type { RoundFeed } from './round-feed.ts';
import { retryAfter, sendRoutes } from './send-routes.ts';
import { createAnswerSource } from './source-routes.ts';

interface DevnetServerOptions extends AnswerDependencies {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly healthPort?: number | undefined;
  readonly connectionsMax?: number;
  readonly health: Health;
  readonly metrics: Metrics;
}

interface AnswerDependencies {
  readonly chain: ChainThread;
  readonly feed: RoundFeed;
  readonly logger: Logger;
}

/** Opens the devnet's port: messages in, blocks out, and the routes of its operator. */
export async function startDevnetServer(options: DevnetServerOptions): Promise<ApiServer> {
  const { chain, feed, logger, ...server } = options;
  return await startApiServer({ ...server, answer: createAnswer({ chain, feed, logger }) });
}

const OPERATOR_PREFIX = '/devnet/';

function createAnswer({ chain, feed, logger }: AnswerDependencies): RequestListener {
  const readObject = createObjectReader();
  const routes = new Map<string, Route>(
    Object.entries({ ...sendRoutes(chain, readObject), ...devnetRoutes(chain, readObject) }),
  );
  const answerSource = createAnswerSource(chain, feed);
  const find = (request: RouteRequest): Promise<Answer> | Answer => {
    const { method = 'GET' } = request.request;
    const { pathname } = request.url;
    if (pathname.startsWith(OPERATOR_PREFIX)) {
      const refusal = foreignCallerRefusal(request.request);
      if (refusal !== undefined) return errorAnswer(403, refusal);
    }
    const route = routes.get(`${method} ${pathname}`);
    if (route !== undefined) return route(request);
    const isKnown = [...routes.keys()].some((name) => name.endsWith(` ${pathname}`));
    if (isKnown) return errorAnswer(405, `${pathname} does not take ${method}`);
    const source = method === 'GET' ? answerSource(request) : undefined;
    return source ?? errorAnswer(404, 'No such route');
  };
  return function answerDevnet(request, response) {
    answerRequest(find, request, response).catch((error: unknown) => {
      logger.error('A request failed', { error });
      sendAnswer(response, errorAnswer(500, 'internal error of the devnet'));
    });
  };
}

async function answerRequest(
  find: (request: RouteRequest) => Promise<Answer> | Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const url = urlOf(request);
  if (url === undefined) return sendAnswer(response, errorAnswer(400, 'The request target is no path'));
  try {
    sendAnswer(response, await find({ request, url, signal: gone.signal }));
  } catch (error) {
    const answer = error instanceof TonriverError ? refusalOf(error) : undefined;
    if (answer === undefined) throw error;
    sendAnswer(response, answer);
  }
}

function urlOf({ url = '/' }: IncomingMessage): URL | undefined {
  const path = url.startsWith('/') ? url : `/${url}`;
  return URL.canParse(path, 'http://devnet') ? new URL(path, 'http://devnet') : undefined;
}

function refusalOf(error: TonriverError): Answer | undefined {
  switch (error.code) {
    case 'bad_request':
      return errorAnswer(400, error.message);
    case 'not_on_demand':
      return errorAnswer(409, error.message);
    case 'bad_bag':
      return errorAnswer(400, `boc: ${error.message}`);
    case 'message_refused':
    case 'bad_config':
      return errorAnswer(422, error.message);
    case 'overloaded':
    case 'thread_ended':
      return errorAnswer(503, error.message, { 'retry-after': retryAfter(error) });
    default:
      return undefined;
  }
}
