import type { GetMethodError } from '@tonriver/api-model';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';

/** Texts and statuses for a get-method that was not run, in one generation of the API and one dialect. */
export interface CallWords {
  /** The body or a member of it does not fit. */
  readonly badRequest: (text: string) => GatewayError;
  /** A member that has to be there. */
  readonly missing: (name: 'address' | 'method') => GatewayError;
  /** An argument that does not fit. */
  readonly badArgument: (text: string) => GatewayError;
  readonly unsupportedArgument: (type: string) => GatewayError;
  /** The result has an entry that this generation cannot show. */
  readonly unsupportedResult: () => GatewayError;
  readonly noExecutor: () => GatewayError;
  readonly tooLarge: () => GatewayError;
  readonly failure: (error: GetMethodError) => GatewayError;
}

/** Statuses of the written contract. */
const CONTRACT_STATUSES = {
  bad_call: 400,
  arguments_too_large: 400,
  account_ambiguous: 400,
  block_not_indexed: 404,
  account_unknown: 404,
  library_unknown: 404,
  config_unknown: 404,
  config_not_supported: 501,
  result_too_deep: 501,
  result_too_large: 501,
  out_of_memory: 500,
  failed: 500,
} as const;

/** Of the deployed service, v2: what the node says is 500 there. */
const DEPLOYED_STATUSES = {
  ...CONTRACT_STATUSES,
  bad_call: 422,
  arguments_too_large: 422,
  account_ambiguous: 422,
  block_not_indexed: 500,
  account_unknown: 500,
  library_unknown: 500,
  config_unknown: 500,
  config_not_supported: 500,
  result_too_deep: 533,
  result_too_large: 500,
} as const;

/** The words of `dialect` for the generation. */
export function callWords(dialect: Dialect, generation: 'v3' | 'v2'): CallWords {
  if (dialect.name === 'contract') return contractWords(dialect);
  return generation === 'v3' ? deployedV3Words(dialect) : deployedV2Words(dialect);
}

function contractWords({ badRequest }: Dialect): CallWords {
  return {
    badRequest,
    missing: (name) => badRequest(`${name} is required`),
    badArgument: badRequest,
    unsupportedArgument: (type) => badRequest(`unsupported stack parameter type: ${type}`),
    unsupportedResult,
    noExecutor: () => new GatewayError('not_implemented', 'get-methods are not available: no executor is configured'),
    tooLarge: () => new GatewayError('body_too_large', 'request body is too large'),
    failure: (error) => passing(error) ?? failed(error, CONTRACT_STATUSES, textOf(error)),
  };
}

/** A proxy onto v2: whatever that refuses is 500. */
function deployedV3Words({ badRequest }: Dialect): CallWords {
  return {
    badRequest,
    missing: (name) => new GatewayError('bad_request', `${name} is required`, { status: 401 }),
    badArgument: (text) => new GatewayError('get_method_failed', text),
    unsupportedArgument: (type) => new GatewayError('get_method_failed', `unsupported stack parameter type: ${type}`),
    unsupportedResult,
    noExecutor: () => new GatewayError('get_method_failed', 'ton-http-api endpoint is not specified'),
    tooLarge: () => new GatewayError('body_too_large', 'request body is too large'),
    failure: (error) => passing(error) ?? new GatewayError('get_method_failed', nodeText(error), { cause: error }),
  };
}

function deployedV2Words({ badRequest }: Dialect): CallWords {
  const parse = (text: string): GatewayError => badRequest(`failed to parse post request: ${text}`);
  return {
    badRequest: parse,
    missing: (name) => parse(`Error at path '${name}': Field is missing`),
    badArgument: badRequest,
    unsupportedArgument: (type) =>
      new GatewayError('get_method_failed', `Unsupported stack entry type: ${type}`, { status: 542 }),
    unsupportedResult,
    noExecutor: () => {
      const text = 'no workers available (no get-method executor is configured)';
      return new GatewayError('get_method_failed', text, { status: 542 });
    },
    tooLarge: () => new GatewayError('body_too_large', 'too large request'),
    failure: (error) => passing(error) ?? failed(error, DEPLOYED_STATUSES, nodeText(error)),
  };
}

function unsupportedResult(): GatewayError {
  const text = 'failed to decode api/v2 stack: unsupported stack entry type: unsupported';
  return new GatewayError('not_implemented', text);
}

/** Errors after which asking again helps are the same everywhere: 503 and 504. */
function passing(error: GetMethodError): GatewayError | undefined {
  const { code, message, fields } = error;
  switch (code) {
    case 'timed_out':
      return new GatewayError('get_method_failed', message, { status: 504, cause: error });
    case 'not_ready':
    case 'overloaded':
    case 'unavailable': {
      const waitMs = typeof fields['retryAfterMs'] === 'number' ? fields['retryAfterMs'] : 1000;
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
      // An executor that is away is a fault and goes to the log; that callers ask for too much is none of ours.
      const fate = code === 'unavailable' ? 'overloaded' : 'get_method_failed';
      return new GatewayError(fate, message, { status: 503, retryAfterSeconds, cause: error });
    }
    default:
      return undefined;
  }
}

function failed(
  error: GetMethodError,
  statuses: Readonly<Partial<Record<string, number>>>,
  text: string,
): GatewayError {
  return new GatewayError('get_method_failed', text, { status: statuses[error.code] ?? 500, cause: error });
}

function textOf({ code, message, fields }: GetMethodError): string {
  return code === 'account_ambiguous' ? `${message} (${String(fields['seqnos'])})` : message;
}

/** As the node says it, where clients look for its words. */
function nodeText(error: GetMethodError): string {
  return error.code === 'block_not_indexed' ? `LITE_SERVER_NOTREADY: seqno not in db: ${error.message}` : textOf(error);
}
