import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '@tonriver/http-server';
import { ClickHouseHttpError } from '../errors.ts';

const refused = (code: 'foreign_host' | 'foreign_origin', message: string): ClickHouseHttpError =>
  new ClickHouseHttpError(code, message, { status: 403, serverCode: 497, serverName: 'ACCESS_DENIED' });

/**
 * Refuses requests that a web page in a browser could send here.
 *
 * `Host`: a name that an attacker's DNS points at this machine (rebinding) stays that name in the header, so only
 * loopback names pass. `Origin` and `Sec-Fetch-Site`: a page of another site can send simple requests (forms, images,
 * `no-cors` fetches) without reading the answer; browsers say where they come from, other clients send neither.
 */
export function checkCaller(headers: IncomingHttpHeaders): void {
  const host = headers.host ?? '';
  const name = host.replace(/:\d+$/, '');
  if (!isLoopback(name.toLowerCase())) throw refused('foreign_host', 'The Host header does not name this machine');
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw refused('foreign_origin', 'Requests from web pages are refused');
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw refused('foreign_origin', 'Requests from web pages are refused');
  }
}

/** Refuses a wrong password. It may be in the parameter `password`, in `X-ClickHouse-Key` or in basic authorisation. */
export function checkPassword(headers: IncomingHttpHeaders, parameters: URLSearchParams, password: string): void {
  const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1];
  const given = [
    parameters.get('password'),
    headers['x-clickhouse-key'],
    basic === undefined
      ? undefined
      : Buffer.from(basic, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, ''),
  ];
  const wanted = Buffer.from(password);
  for (const candidate of given) {
    if (typeof candidate !== 'string') continue;
    const bytes = Buffer.from(candidate);
    if (bytes.length === wanted.length && timingSafeEqual(bytes, wanted)) return;
  }
  throw new ClickHouseHttpError('wrong_password', 'Authentication failed: password is incorrect', {
    status: 403,
    serverCode: 516,
    serverName: 'AUTHENTICATION_FAILED',
  });
}
