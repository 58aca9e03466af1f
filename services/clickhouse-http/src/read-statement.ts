import type { IncomingMessage } from 'node:http';
import { ClickHouseHttpError, malformedRequestError } from './errors.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { type BodyBounds, readBodyText } from './http/read-body.ts';

const emptyQuery = { status: 400, serverCode: 62, serverName: 'SYNTAX_ERROR' } as const;

/**
 * The SQL of a request: from its address, from its body, or begun in the address and continued in the body.
 * @throws ClickHouseHttpError
 */
export async function readStatement(
  request: IncomingMessage,
  parsed: ParsedRequest,
  bounds: BodyBounds,
): Promise<string> {
  const body = request.method === 'POST' ? await readBodyText(request, bounds) : '';
  const sql = parsed.query === '' || body === '' ? parsed.query + body : `${parsed.query}\n${body}`;
  if (sql.trim() === '') throw new ClickHouseHttpError('malformed_request', 'Empty query', emptyQuery);
  if (sql.includes('\0')) throw malformedRequestError('The query has a NUL character');
  return sql;
}
