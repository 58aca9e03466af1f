import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redact } from './redact.ts';

describe('redact', () => {
  it('hides the values of secrets, at any depth, and keeps the rest', () => {
    expect(
      redact(
        {
          CLICKHOUSE_PASSWORD: 'hunter2',
          clickhouse: { password: 'hunter2', user: 'reader' },
          LOOK_UP_KEYS_MAX: 256,
          NETWORK: 'mainnet',
          list: ['a', 'b'],
          gas: 10n,
          ABSENT: undefined,
        },
        new Set(['CLICKHOUSE_PASSWORD', 'password']),
      ),
    ).toEqual({
      CLICKHOUSE_PASSWORD: '***',
      clickhouse: { password: '***', user: 'reader' },
      LOOK_UP_KEYS_MAX: 256,
      NETWORK: 'mainnet',
      list: ['a', 'b'],
      gas: '10',
    });
  });

  it.each([
    ['http://clickhouse:8123', 'http://clickhouse:8123'],
    ['redis://:hunter2@redis:6379/1', 'redis://***@redis:6379/1'],
    ['rediss://user:hun@ter2@redis:6379', 'rediss://***@redis:6379'],
    [':hunter2@redis:6379', '***@redis:6379'],
    ['redis://:hunt#er2@redis', 'redis://***@redis'],
    ['https://host/?password=hunter2', 'https://host/?***'],
    ['https://user:hunter2@host/path?password=hunter2#x', 'https://***@host/path?***'],
    ['/data/cells', '/data/cells'],
  ])('shows %s as %s', (url, expected) => {
    expect(redact({ REDIS_URL: url, LIST: [url] }, new Set())).toEqual({ REDIS_URL: expected, LIST: [expected] });
  });

  it('never shows the text before the @ of an address', () => {
    const secret = fc.string({ minLength: 1 }).map((text) => `hunter2${text}`);
    fc.assert(
      fc.property(secret, fc.webAuthority(), (password, host) => {
        const text = JSON.stringify(redact({ REDIS_URL: `redis://user:${password}@${host}` }, new Set()));
        expect(text).not.toContain('hunter2');
      }),
    );
  });
});
