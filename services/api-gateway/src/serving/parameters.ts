import type { Request } from 'express';
import type { Dialect } from '../dialects/dialect.ts';

/** The most parameters of a request: some lists with a thousand values each. */
const PARAMETERS_MAX = 5_000;

/**
 * Reads the parameters after the first `?`, as form data. The parser of express would build objects from them.
 *
 * @throws {GatewayError} when there are too many
 */
export function parametersOf(request: Request, dialect: Dialect): URLSearchParams {
  const at = request.url.indexOf('?');
  return parseParameters(at < 0 ? '' : request.url.slice(at + 1), dialect);
}

/** Reads the fields of form data. @throws {GatewayError} when there are too many */
export function parseParameters(text: string, dialect: Dialect): URLSearchParams {
  let count = 1;
  for (let next = text.indexOf('&'); next >= 0; next = text.indexOf('&', next + 1)) count += 1;
  if (count > PARAMETERS_MAX) throw dialect.badRequest(`too many parameters: ${PARAMETERS_MAX} at most`);
  return new URLSearchParams(text);
}
