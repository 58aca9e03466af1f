import type { GetMethodError } from '@tonriver/api-model';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import { bodyWordsOf, type Generation } from '../../serving/body-words.ts';

/** Errors for a get-method that was not run, with the texts and statuses of one API version and dialect. */
export interface CallErrors {
  /** The body, or a member of it, is invalid. */
  readonly badRequest: (text: string) => GatewayError;
  /** A required member is missing. */
  readonly missing: (name: 'address' | 'method') => GatewayError;
  /** An argument is invalid. */
  readonly badArgument: (text: string) => GatewayError;
  readonly unsupportedArgument: (type: string) => GatewayError;
  /** The result has an entry that this API version cannot print. */
  readonly unsupportedResult: () => GatewayError;
  readonly noExecutor: () => GatewayError;
  readonly failure: (error: GetMethodError) => GatewayError;
}

/** Statuses of the written contract. */
const CONTRACT_STATUSES = {
  bad_call: 400,
  bad_message: 400,
  message_not_accepted: 500,
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

/** Statuses of the deployed service, v2. Errors of the node are 500 there. */
const DEPLOYED_STATUSES = {
  ...CONTRACT_STATUSES,
  bad_call: 422,
  bad_message: 500,
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

/** Returns the errors of a dialect for an API version. */
export function callErrorsOf(dialect: Dialect, generation: Generation): CallErrors {
  if (dialect.name === 'contract') return contractWords(dialect);
  return generation === 'v3' ? deployedV3Words(dialect) : deployedV2Words(dialect);
}

function contractWords({ badRequest }: Dialect): CallErrors {
  return {
    badRequest,
    missing: (name) => badRequest(`${name} is required`),
    badArgument: badRequest,
    unsupportedArgument: (type) => badRequest(`unsupported stack parameter type: ${type}`),
    unsupportedResult,
    noExecutor: () => new GatewayError('not_implemented', 'get-methods are not available: no executor is configured'),
    failure: (error) => temporaryErrorOf(error) ?? failed(error, CONTRACT_STATUSES, textOf(error)),
  };
}

/** The deployed v3 is a proxy for v2, so all its refusals are 500. */
function deployedV3Words({ badRequest }: Dialect): CallErrors {
  return {
    badRequest,
    missing: (name) => new GatewayError('bad_request', `${name} is required`, { status: 401 }),
    badArgument: (text) => new GatewayError('get_method_failed', text),
    unsupportedArgument: (type) => new GatewayError('get_method_failed', `unsupported stack parameter type: ${type}`),
    unsupportedResult,
    noExecutor: () => new GatewayError('get_method_failed', 'ton-http-api endpoint is not specified'),
    failure: (error) =>
      temporaryErrorOf(error) ?? new GatewayError('get_method_failed', nodeText(error), { cause: error }),
  };
}

function deployedV2Words(dialect: Dialect): CallErrors {
  const { badRequest } = dialect;
  const { badRequest: parse } = bodyWordsOf(dialect, 'v2');
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
    failure: (error) => temporaryErrorOf(error) ?? failed(error, DEPLOYED_STATUSES, nodeText(error)),
  };
}

function unsupportedResult(): GatewayError {
  const text = 'failed to decode api/v2 stack: unsupported stack entry type: unsupported';
  return new GatewayError('not_implemented', text);
}

/** Returns 503 or 504, the same in all dialects, for errors after which a new try may succeed; else undefined. */
function temporaryErrorOf(error: GetMethodError): GatewayError | undefined {
  const { code, message, fields } = error;
  switch (code) {
    case 'timed_out':
      return new GatewayError('get_method_failed', message, { status: 504, cause: error });
    case 'not_ready':
    case 'overloaded':
    case 'unavailable': {
      const waitMs = typeof fields['retryAfterMs'] === 'number' ? fields['retryAfterMs'] : 1000;
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
      // An unavailable executor is logged as an error, too much load by callers is not.
      const gatewayCode = code === 'unavailable' ? 'overloaded' : 'get_method_failed';
      return new GatewayError(gatewayCode, message, { status: 503, retryAfterSeconds, cause: error });
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

/** Returns the text of the node for errors that clients recognise by it. */
function nodeText(error: GetMethodError): string {
  return error.code === 'block_not_indexed' ? `LITE_SERVER_NOTREADY: seqno not in db: ${error.message}` : textOf(error);
}
