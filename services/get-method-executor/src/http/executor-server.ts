import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  continueTraceCall,
  emulateTraceCall,
  failureOf,
  feeEstimateCall,
  GetMethodError,
  type GetMethodErrorCode,
  type GetMethodExecutor,
  getMethodCall,
} from '@tonriver/api-model';
import {
  type BodyReader,
  createBodyReader,
  hasUnreadBody,
  parseJson,
  RequestError,
  type RequestErrorCode,
} from '@tonriver/http-server';
import type { Logger } from '@tonriver/logger';
import { type ApiServer, type Health, type Metrics, startApiServer } from '@tonriver/telemetry';
import type { z } from 'zod';

export interface ExecutorServerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Port of `/live`, `/ready` and `/metrics` alone; absent: `port` has them. */
  readonly healthPort?: number | undefined;
  /** Connections of callers; further ones are closed at once. */
  readonly connectionsMax?: number;
  readonly executor: GetMethodExecutor;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

interface Call {
  /** Runs the call in a body. */
  readonly run: (body: unknown, options: { readonly signal: AbortSignal }) => Promise<unknown>;
  readonly bytesMax: number;
}

/** Size of a stack as JSON: the limit of the API, and the overhead of base64 and names. */
const STACK_BYTES_MAX = 1024 * 1024;
/** Size of whole states, or of the mined part of a trace. */
const STATES_BYTES_MAX = 16 * 1024 * 1024;
/** Each level of the deepest allowed argument is an object in an array, plus the levels around it. 1,000 entries. */
const JSON_BOUNDS = { nestingMax: 256, valuesMax: 20_000 };

/** Errors of calls that could not be read. */
const REFUSALS: Readonly<Record<RequestErrorCode, readonly [GetMethodErrorCode, string]>> = {
  body_too_large: ['arguments_too_large', 'the call is too large'],
  bodies_overloaded: ['overloaded', 'too many large calls are on their way'],
  body_encoding_unknown: ['bad_call', 'the content encoding is not known'],
  body_broken: ['bad_call', 'the call cannot be unpacked'],
  body_cut_off: ['bad_call', 'the caller left'],
  json_too_deep: ['bad_call', 'the arguments are nested too deep'],
  json_too_many_values: ['arguments_too_large', 'the call has too many values'],
  json_broken: ['bad_call', 'the call is not valid JSON'],
};

const STATUSES: Readonly<Record<GetMethodErrorCode, number>> = {
  bad_call: 400,
  bad_message: 400,
  message_not_accepted: 422,
  arguments_too_large: 400,
  result_too_deep: 422,
  result_too_large: 422,
  not_ready: 503,
  block_not_indexed: 404,
  account_unknown: 404,
  account_ambiguous: 409,
  library_unknown: 404,
  config_unknown: 404,
  config_not_supported: 501,
  overloaded: 503,
  timed_out: 504,
  out_of_memory: 422,
  unavailable: 503,
  failed: 500,
};

/**
 * The executor over HTTP, only for other services: `POST /v1/get-method` takes a `GetMethodCall`,
 * `POST /v1/fee-estimate` a `FeeEstimateCall`, `POST /v1/emulated-trace` an `EmulateTraceCall`,
 * `POST /v1/continued-trace` a `ContinueTraceCall`. The answer is that of the executor, or a status and a `GetMethodFailure`.
 */
export async function startExecutorServer(options: ExecutorServerOptions): Promise<ApiServer> {
  const { executor, logger, ...server } = options;
  const readBody = createBodyReader();
  const calls = callsOf(executor);
  return await startApiServer({
    ...server,
    answer(request, response) {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      const call = request.method === 'POST' ? calls.get(path) : undefined;
      if (call === undefined) {
        const paths = [...calls.keys()].join(' or ');
        send(response, 404, `Not found: calls are sent to POST ${paths}\n`, 'text/plain');
        return;
      }
      answerCall(call, readBody, request, response).catch((error: unknown) => {
        logger.error('A call failed', { error });
        const failure = failureOf(new GetMethodError('failed', 'internal error of the get-method executor'));
        send(response, STATUSES.failed, JSON.stringify(failure));
      });
    },
  });
}

/** The calls by their paths, which the client uses too. */
function callsOf(executor: GetMethodExecutor): ReadonlyMap<string, Call> {
  const call = <Schema extends z.ZodType>(
    schema: Schema,
    run: (call: z.output<Schema>, options: { readonly signal: AbortSignal }) => Promise<unknown>,
    bytesMax: number = STACK_BYTES_MAX,
  ): Call => ({ run: async (body, options) => await run(parseCall(schema, body), options), bytesMax });
  return new Map([
    ['/v1/get-method', call(getMethodCall, (parsed, options) => executor.run(parsed, options))],
    ['/v1/fee-estimate', call(feeEstimateCall, (parsed, options) => executor.estimateFee(parsed, options))],
    [
      '/v1/emulated-trace',
      call(emulateTraceCall, (parsed, options) => executor.emulateTrace(parsed, options), STATES_BYTES_MAX),
    ],
    [
      '/v1/continued-trace',
      call(continueTraceCall, (parsed, options) => executor.continueTrace(parsed, options), STATES_BYTES_MAX),
    ],
  ]);
}

async function answerCall(
  { run, bytesMax }: Call,
  readBody: BodyReader,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const body = parseJson(await readBody(request, { bytesMax }), JSON_BOUNDS);
    send(response, 200, JSON.stringify(await run(body, { signal: gone.signal })));
  } catch (thrown) {
    const error = getMethodErrorOf(thrown);
    if (error === undefined) throw thrown;
    const { retryAfterMs } = error.fields;
    const status = STATUSES[error.code];
    if (status === 503) {
      const seconds = typeof retryAfterMs === 'number' ? Math.ceil(retryAfterMs / 1000) : 1;
      response.setHeader('Retry-After', String(Math.max(seconds, 1)));
    }
    send(response, status, JSON.stringify(failureOf(error)));
  }
}

function getMethodErrorOf(thrown: unknown): GetMethodError | undefined {
  if (thrown instanceof GetMethodError) return thrown;
  if (!(thrown instanceof RequestError)) return undefined;
  const [code, text] = REFUSALS[thrown.code];
  return new GetMethodError(code, text, {}, { cause: thrown, isRetryable: thrown.isRetryable });
}

function parseCall<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new GetMethodError('bad_call', `the call does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function send(response: ServerResponse, status: number, body: string, contentType = 'application/json'): void {
  if (response.headersSent || response.destroyed) return;
  // The unread rest of a refused request would be taken for the next request.
  if (hasUnreadBody(response.req)) response.setHeader('Connection', 'close');
  response.writeHead(status, { 'content-type': contentType }).end(body);
}
