import type { IncomingMessage } from 'node:http';

/**
 * Returns why a request is refused that does not come from this machine, or that a web page in a browser could send
 * here; undefined for those that may go on.
 *
 * The address of the connection says where it comes from. `Host`: a name that an attacker's DNS points at this machine
 * stays that name in the header, so only loopback names pass. `Origin` and `Sec-Fetch-Site`: a page of another site can
 * send simple requests without reading the answer; browsers say where they come from, other clients send neither.
 */
export function foreignCallerRefusal({ socket, headers }: IncomingMessage): string | undefined {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (!isLoopback(address)) return 'Refused: these routes are for callers on the same machine';
  const host = (headers.host ?? '').toLowerCase();
  if (!isLoopback(host.replace(/:\d+$/, ''))) return 'Refused: the Host header does not name this machine';
  const { origin } = headers;
  const isOther = 'Refused: the page is of another site';
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) return isOther;
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none' ? isOther : undefined;
}

/** Names and addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
