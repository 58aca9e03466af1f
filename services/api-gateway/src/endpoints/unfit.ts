import type { Dialect } from '../dialects/dialect.ts';
import type { GatewayError } from '../gateway-error.ts';

/** The error of v2 for values that can be read, but do not fit the endpoint or each other. */
export function unfit(dialect: Dialect, why: string): GatewayError {
  return dialect.badRequest(`failed to validate request: ${why}`);
}
