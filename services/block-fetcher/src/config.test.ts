import { delimiter } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@tonriver/config';
import { blockFetcherConfig, blockFetcherEnvironment } from './config.ts';

const read = (values: Readonly<Record<string, string>> = {}) =>
  blockFetcherConfig(loadConfig(blockFetcherEnvironment, { KAFKA_BROKERS: 'a:9092', ARCHIVE_PATHS: 'one', ...values }));

describe('blockFetcherConfig', () => {
  it('is refused without brokers and paths, in one message', () => {
    expect(() => loadConfig(blockFetcherEnvironment, {})).toThrow(/ARCHIVE_PATHS[\s\S]*KAFKA_BROKERS/);
    expect(read()).toMatchObject({ network: { name: 'mainnet' }, fetch: { allowPartialRounds: false } });
    expect(read().fetch).not.toHaveProperty('from');
  });

  it('reads several paths, and the first and last round', () => {
    const values = {
      ARCHIVE_PATHS: `one${delimiter}two${delimiter}`,
      FROM: '5',
      TO: '9',
      ALLOW_PARTIAL_ROUNDS: 'true',
    };
    expect(read(values)).toMatchObject({
      source: { kind: 'archive', paths: ['one', 'two'], follow: false },
      fetch: { from: 5, to: 9, allowPartialRounds: true },
    });
    expect(read({ FOLLOW: 'true' }).source.follow).toBe(true);
    expect(() => read({ FOLLOW: 'true', ALLOW_PARTIAL_ROUNDS: 'true' })).toThrow(/ALLOW_PARTIAL_ROUNDS/);
    expect(() => read({ ARCHIVE_PATHS: delimiter })).toThrow(/ARCHIVE_PATHS/);
    expect(() => read({ FROM: '0' })).toThrow(/FROM/);
    expect([read().exitWhenDone, read({ EXIT_WHEN_DONE: 'false' }).exitWhenDone]).toEqual([true, false]);
    expect(() => read({ SOURCE: 'rumour' })).toThrow(/SOURCE/);
  });
});
