import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redact } from './redact.ts';

describe('redact', () => {
  it('hides values whose name is that of a secret, at any depth, and keeps the rest', () => {
    expect(
      redact({
        CLICKHOUSE_PASSWORD: 'hunter2',
        KAFKA_PASSWORD: 'hunter2',
        API_TOKEN: 'hunter2',
        TLS_KEY: 'hunter2',
        clickhouse: { password: 'hunter2', user: 'reader' },
        LOOK_UP_KEYS_MAX: 256,
        NETWORK: 'mainnet',
        list: ['a', 'b'],
        ABSENT: undefined,
      }),
    ).toEqual({
      CLICKHOUSE_PASSWORD: '***',
      KAFKA_PASSWORD: '***',
      API_TOKEN: '***',
      TLS_KEY: '***',
      clickhouse: { password: '***', user: 'reader' },
      LOOK_UP_KEYS_MAX: 256,
      NETWORK: 'mainnet',
      list: ['a', 'b'],
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
    expect(redact({ REDIS_URL: url, LIST: [url] })).toEqual({ REDIS_URL: expected, LIST: [expected] });
  });

  it('never shows the text before the @ of an address', () => {
    const secret = fc.string({ minLength: 1 }).map((text) => `hunter2${text}`);
    fc.assert(
      fc.property(secret, fc.webAuthority(), (password, host) => {
        const text = JSON.stringify(redact({ REDIS_URL: `redis://user:${password}@${host}` }));
        expect(text).not.toContain('hunter2');
      }),
    );
  });
});
