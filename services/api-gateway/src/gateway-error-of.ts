import { TonriverError } from '@tonriver/errors';
import { ReadingError } from '@tonriver/chain-reader';
import { GatewayError } from './gateway-error.ts';

/**
 * Returns the error that answers what was thrown. `cause` is set when another error was the reason; refusals of the
 * reading have none, because they say all that there is.
 */
export function gatewayErrorOf(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (thrown instanceof ReadingError) return fromReading(thrown);
  if (thrown instanceof TonriverError) return fromTonriver(thrown);
  return fromExpress(thrown) ?? new GatewayError('not_ready', 'internal server error', { status: 500, cause: thrown });
}

function fromReading({ code, message, retryAfterSeconds }: ReadingError): GatewayError {
  return new GatewayError(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}

/** Returns the error for a failure of the store: temporary if a later call may succeed, else internal. */
function fromTonriver(error: TonriverError): GatewayError {
  if (error.code === 'clickhouse_timeout') return new GatewayError('timed_out', 'timeout', { cause: error });
  if (error.isRetryable) {
    return new GatewayError('overloaded', 'the data store is not available', { retryAfterSeconds: 1, cause: error });
  }
  return new GatewayError('not_ready', 'internal server error', { status: 500, cause: error });
}

/** Returns the error for one of express or its body parser. Their texts may quote the request and are not used. */
function fromExpress(thrown: unknown): GatewayError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { status, type } = thrown as { readonly status?: unknown; readonly type?: unknown };
  if (type === 'entity.too.large')
    return new GatewayError('body_too_large', 'request body is too large', { cause: thrown });
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new GatewayError('bad_request', 'malformed request', { status, cause: thrown });
}
