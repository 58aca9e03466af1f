import type { IncomingMessage } from 'node:http';
import { errorAnswer, type Answer } from './answer.ts';

/**
 * Refuses requests that do not come from this machine, or that a web page in a browser could send here. Returns
 * undefined for those that may go on.
 *
 * The address of the connection says where it comes from. `Host`: a name that an attacker's DNS points at this machine
 * stays that name in the header, so only loopback names pass. `Origin` and `Sec-Fetch-Site`: a page of another site can
 * send simple requests without reading the answer; browsers say where they come from, other clients send neither.
 */
export function refuseForeignCaller({ socket, headers }: IncomingMessage): Answer | undefined {
  const refused = (why: string): Answer => errorAnswer(403, `Refused: ${why}`);
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (!isLoopback(address)) return refused('these routes are for callers on the same machine');
  const host = (headers.host ?? '').toLowerCase();
  if (!isLoopback(host.replace(/:\d+$/, ''))) return refused('the Host header does not name this machine');
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) return refused('the page is of another site');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return refused('the page is of another site');
  return undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
