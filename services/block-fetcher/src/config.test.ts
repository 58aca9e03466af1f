import { delimiter } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@tonriver/config';
import { blockFetcherConfig, blockFetcherEnvironment } from './config.ts';

const read = (values: Readonly<Record<string, string>> = {}) =>
  blockFetcherConfig(loadConfig(blockFetcherEnvironment, { KAFKA_BROKERS: 'a:9092', ARCHIVE_PATHS: 'one', ...values }));

describe('blockFetcherConfig', () => {
  it('is refused without brokers, and without what its source needs', () => {
    expect(() => loadConfig(blockFetcherEnvironment, {})).toThrow(/KAFKA_BROKERS/);
    const brokers = { KAFKA_BROKERS: 'a:9092' };
    expect(() => blockFetcherConfig(loadConfig(blockFetcherEnvironment, brokers))).toThrow(/ARCHIVE_PATHS/);
    const devnet = { ...brokers, SOURCE: 'devnet' };
    expect(() => blockFetcherConfig(loadConfig(blockFetcherEnvironment, devnet))).toThrow(/DEVNET_URL/);
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
    expect(read({ FOLLOW: 'true' }).source).toMatchObject({ follow: true });
    expect(() => read({ FOLLOW: 'true', ALLOW_PARTIAL_ROUNDS: 'true' })).toThrow(/ALLOW_PARTIAL_ROUNDS/);
    expect(() => read({ ARCHIVE_PATHS: delimiter })).toThrow(/ARCHIVE_PATHS/);
    expect(() => read({ FROM: '0' })).toThrow(/FROM/);
    expect([read().exitWhenDone, read({ EXIT_WHEN_DONE: 'false' }).exitWhenDone]).toEqual([true, false]);
    expect(() => read({ SOURCE: 'rumour' })).toThrow(/SOURCE/);
  });

  it('reads the address of a devnet, and refuses the settings of another source beside it', () => {
    const DEVNET_URL = 'http://127.0.0.1:8088';
    const devnet = (values: Readonly<Record<string, string>> = {}) =>
      blockFetcherConfig(
        loadConfig(blockFetcherEnvironment, { KAFKA_BROKERS: 'a:9092', SOURCE: 'devnet', DEVNET_URL, ...values }),
      );
    expect(devnet().source).toEqual({ kind: 'devnet', url: DEVNET_URL });
    expect(() => devnet({ ARCHIVE_PATHS: 'one' })).toThrow(/ARCHIVE_PATHS/);
    expect(() => devnet({ ALLOW_PARTIAL_ROUNDS: 'true' })).toThrow(/ALLOW_PARTIAL_ROUNDS/);
    expect(() => read({ DEVNET_URL })).toThrow(/DEVNET_URL/);
  });
});
