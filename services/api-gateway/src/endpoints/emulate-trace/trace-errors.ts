import type { GetMethodError, GetMethodErrorCode } from '@tonriver/api-model';
import { GatewayError } from '../../gateway-error.ts';

/** Statuses for what the caller can do something about, the same in both dialects. Everything else is 500. */
const STATUSES: Readonly<Partial<Record<GetMethodErrorCode, number>>> = {
  bad_call: 400,
  bad_message: 400,
  not_ready: 503,
  overloaded: 503,
  unavailable: 503,
};

/** The error for a trace that is not emulated. The time for a trace is short, and its end is 500, as deployed. */
export function traceErrorOf(error: GetMethodError): GatewayError {
  const { code, message, fields } = error;
  const status = STATUSES[code] ?? 500;
  const text = status === 400 ? `invalid request: ${message}` : message;
  const waitMs = typeof fields['retryAfterMs'] === 'number' ? fields['retryAfterMs'] : 1000;
  const retry = status === 503 ? { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) } : {};
  return new GatewayError('get_method_failed', text, { status, cause: error, ...retry });
}
