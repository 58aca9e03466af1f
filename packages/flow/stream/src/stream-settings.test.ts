import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@tonriver/config';
import { z } from 'zod';
import { streamConfig, streamSettings } from './index.ts';

const read = (values: Readonly<Record<string, string>> = {}) =>
  streamConfig(loadConfig(z.object(streamSettings), { KAFKA_BROKERS: 'a:9092', ...values }));

describe('streamConfig', () => {
  it('needs only the brokers on a public network', () => {
    expect(() => loadConfig(z.object(streamSettings), {})).toThrow(/KAFKA_BROKERS/);
    expect(read()).toMatchObject({
      network: { name: 'mainnet' },
      kafka: { brokers: ['a:9092'] },
      clickHouse: { database: 'ton_mainnet' },
      topics: { rawBlocks: { name: 'mainnet.raw-blocks.v1' } },
      http: { port: 8080 },
    });
  });

  it('names topics and database after the network', () => {
    const { topics, clickHouse } = read({ NETWORK: 'testnet', CLICKHOUSE_DATABASE: 'other' });
    expect([topics.rawBlocks.name, clickHouse.database]).toEqual(['testnet.raw-blocks.v1', 'other']);
    expect(read({ NETWORK: 'testnet' }).clickHouse.database).toBe('ton_testnet');
  });

  it('refuses an incomplete description of a private network', () => {
    const zeroState = `${'ab'.repeat(32)}:${'cd'.repeat(32)}`;
    expect(() => read({ NETWORK: 'mine' })).toThrow(/zero state/);
    expect(() => read({ NETWORK: 'mine', GLOBAL_ID: '-5', ZERO_STATE: 'ab' })).toThrow(/zero state/);
    const { network, topics } = read({ NETWORK: 'mine', GLOBAL_ID: '-5', ZERO_STATE: zeroState });
    expect(Buffer.from(network.zeroStateFileHash).toString('hex')).toBe('cd'.repeat(32));
    expect(topics.rawBlocks.name).toBe('mine.raw-blocks.v1');
  });
});
