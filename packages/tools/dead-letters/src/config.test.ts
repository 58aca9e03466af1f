import { describe, expect, it } from '@jest/globals';
import { deadLettersConfig } from './config.ts';

const read = (...words: readonly string[]) => deadLettersConfig(words, { KAFKA_BROKERS: 'a:9092', NETWORK: 'testnet' });

describe('deadLettersConfig', () => {
  it('takes the log and the network from the environment unless options name them', () => {
    expect(read('list')).toMatchObject({
      action: 'list',
      network: 'testnet',
      log: { kafka: { brokers: ['a:9092'] } },
      noun: 'raw-blocks',
    });
    expect(read('list', '--data-dir', 'd', '--network', 'built')).toMatchObject({
      network: 'built',
      log: { dataDirectory: 'd' },
    });
    expect(read('list', '--brokers', 'b:1,c:2')).toMatchObject({ log: { kafka: { brokers: ['b:1', 'c:2'] } } });
  });

  it('refuses redrive without offsets or --all, and with both', () => {
    expect(read('redrive', '--all')).toMatchObject({ offsets: 'all' });
    expect(read('redrive', '--offset', '3', '4')).toMatchObject({ offsets: [3n, 4n] });
    expect(() => read('redrive')).toThrow(/--offset N… or --all/);
    expect(() => read('redrive', '--all', '--offset', '1')).toThrow(/--offset N… or --all/);
    expect(() => read('redrive', '--offset', '-1')).toThrow();
  });

  it.each([[[]], [['--all']], [['remove']], [['list', '--data-dir', 'd', '--brokers', 'b:1']], [['list', 'more']]])(
    'refuses %j',
    (words) => {
      expect(() => read(...words)).toThrow();
    },
  );

  it('names the options for the log when none is given', () => {
    expect(() => deadLettersConfig(['list'], {})).toThrow(/--data-dir.*--brokers/);
  });

  it('prints help', () => {
    expect(read('--help')).toEqual({ help: expect.stringContaining('redrive') });
  });
});
