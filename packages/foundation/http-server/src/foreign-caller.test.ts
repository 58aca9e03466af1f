import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { foreignCallerRefusal } from './index.ts';

const refusalOf = (remoteAddress: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
  foreignCallerRefusal({
    socket: { remoteAddress },
    headers: { host: 'localhost:8081', ...headers },
  } as unknown as IncomingMessage);

describe('a caller of routes for this machine', () => {
  it('may go on from each address of this machine, by each of its names', () => {
    for (const address of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1']) {
      expect([address, refusalOf(address)]).toEqual([address, undefined]);
    }
    for (const host of ['localhost', '127.0.0.1:8081', '[::1]:8081', 'LOCALHOST:1']) {
      expect([host, refusalOf('127.0.0.1', { host })]).toEqual([host, undefined]);
    }
    expect(
      refusalOf('127.0.0.1', { origin: 'http://localhost:8081', 'sec-fetch-site': 'same-origin' }),
    ).toBeUndefined();
  });

  it('is refused from another machine, whatever the headers say', () => {
    for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '127.0.0.1.example', '', undefined]) {
      expect([address, refusalOf(address)]).toEqual([address, expect.stringContaining('on the same machine')]);
    }
  });

  it('is refused by a name that is not of this machine, and as a page of another site', () => {
    for (const host of ['devnet.example', 'localhost.example', '127.0.0.1.example:8081', '']) {
      expect([host, refusalOf('127.0.0.1', { host })]).toEqual([host, expect.stringContaining('Host header')]);
    }
    for (const headers of [
      { origin: 'http://page.example' },
      { origin: 'null' },
      { origin: 'http://localhost:9999' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect(refusalOf('127.0.0.1', headers)).toContain('another site');
    }
  });
});
