import { describe, expect, it } from '@jest/globals';
import { standaloneConfig } from './config.ts';

const read = (...words: string[]) => standaloneConfig(words, {});

describe('standaloneConfig', () => {
  it('uses a devnet in its own directory by default, whose port nobody outside reaches', () => {
    expect(read()).toMatchObject({
      source: {
        kind: 'devnet',
        settings: {
          devnet: {
            directory: expect.stringMatching(/\.data\/devnet\/devnet$/),
            network: {
              seed: 'tonriver',
              globalId: -777,
              genesisTime: null,
              shardsMin: 1,
              shardsMax: 4,
              walletCount: 4,
            },
            blockTimeMs: 400,
            ignoreSignatures: false,
          },
          http: { host: '127.0.0.1', port: 0 },
        },
        reset: { isWanted: false, isConfirmed: false },
      },
      network: undefined,
      host: '127.0.0.1',
      port: 8081,
      clickHousePort: 8124,
      dataDirectory: expect.stringMatching(/\.data\/devnet$/),
    });
  });

  it('hands the options of a devnet on to it', () => {
    const words = '--seed a --genesis-time 1800000000 --block-time 0 --shards-min 2 --shards-max 2 --wallets 0';
    expect(read(...words.split(' '), '--state-rounds', '50', '--unsafe-ignore-signature', '--reset')).toMatchObject({
      source: {
        settings: {
          devnet: {
            network: { seed: 'a', genesisTime: 1_800_000_000, shardsMin: 2, shardsMax: 2, walletCount: 0 },
            blockTimeMs: 0,
            stateRoundsMax: 50,
            ignoreSignatures: true,
          },
        },
        reset: { isWanted: true, isConfirmed: false },
      },
    });
  });

  it('makes a chain of its own when that is asked for', () => {
    expect(read('--source', 'built', '--built-rounds', '9')).toMatchObject({
      source: { kind: 'built', rounds: 9, seed: 1 },
      dataDirectory: expect.stringMatching(/\.data\/built$/),
    });
  });

  it('reads an archive of mainnet from its paths', () => {
    expect(read('--source', 'archive', '--path', 'a', 'b', '--allow-partial-rounds', '--to', '9')).toMatchObject({
      source: { kind: 'archive', paths: ['a', 'b'], from: undefined, to: 9, allowPartialRounds: true },
      network: { name: 'mainnet', globalId: -239 },
      dataDirectory: expect.stringMatching(/\.data\/mainnet$/),
    });
  });

  it('reads the initial states of an archive', () => {
    expect(read('--source', 'archive', '--path', 'a', '--initial-state', 'zero', 'more.boc')).toMatchObject({
      source: { kind: 'archive', initialStates: ['zero', 'more.boc'] },
    });
  });

  it('accepts a private network with its zero state', () => {
    const zeroState = `${'ab'.repeat(32)}:${'cd'.repeat(32)}`;
    const words = [
      '--source',
      'archive',
      '--path',
      'a',
      '--network',
      'local',
      '--global-id',
      '-7',
      '--zero-state',
      zeroState,
    ];
    expect(read(...words)).toMatchObject({ network: { name: 'local', globalId: -7 } });
    expect(() => read(...words.slice(0, -2))).toThrow(/zero state/);
  });

  it('accepts global id and zero state of a public network only if they are its own', () => {
    const zeroState =
      '17A3A92992AABEA785A7A090985A265CD31F323D849DA51239737E321FB05569:' +
      '5E994FCF4D425C0A6CE6A792594B7173205F740A39CD56F537DEFD28B48A0F6E';
    const words = ['--source', 'archive', '--path', 'a', '--global-id', '-239', '--zero-state', zeroState];
    expect(read(...words)).toMatchObject({ network: { name: 'mainnet' } });
    expect(() => read(...words.slice(0, -1), `${'ab'.repeat(32)}:${'cd'.repeat(32)}`)).toThrow(/--zero-state: is for/);
  });

  it.each([
    [['--source', 'archive'], /--path/],
    [['--path', 'a'], /--source archive/],
    [['--initial-state', 'a'], /--source archive/],
    [['--port', 'eighty'], /--port: [\s\S]*--help/],
    [['--prot', '1'], /--help/],
    [['--source', 'archive', '--path', 'a', '--network', 'Main Net'], /lower-case/],
    [['--network', 'testnet'], /--network: is for --source archive/],
    [['--follow'], /--follow: is for --source archive/],
    [['--source', 'archive', '--path', 'a', '--follow', '--allow-partial-rounds'], /--follow: cannot be combined/],
    [['--from', '5', '--allow-partial-rounds'], /--from: is for[\s\S]*--allow-partial-rounds: is for --source archive/],
    [['--source', 'archive', '--path', 'a', '--built-rounds', '5'], /--built-rounds: is for --source built/],
    [['--built-rounds', '5'], /--built-rounds: is for --source built/],
    [['--source', 'built', '--seed', 'a'], /--seed: is for --source devnet/],
    [['--source', 'built', '--reset'], /--reset: is for --source devnet/],
    [['--shards-min', '3'], /--shards-min: 1, 2 or 4/],
    [['--block-time', 'fast'], /--block-time: is not a number/],
    [
      ['--source', 'archive', '--path', 'a', '--global-id', '5'],
      /--global-id: is for a private network; .*mainnet has -239/,
    ],
    [['--source', 'archive', '--path', 'a', '--from', 'b'], /--from: is not a number/],
  ])('refuses %j and says how to correct it', (words, help) => {
    expect(() => read(...words)).toThrow(help);
  });

  it('accepts an IPv6 address in brackets', () => {
    expect([read('--host', '[::1]'), read('--host', '::1')]).toEqual([
      expect.objectContaining({ host: '::1' }),
      expect.objectContaining({ host: '::1' }),
    ]);
  });

  it('prints all options as help', () => {
    expect(read('--source', 'archive', '--path', 'a', '--follow')).toMatchObject({ source: { follow: true } });
    expect(read('--help')).toEqual({ help: expect.stringMatching(/--allow-partial-rounds[\s\S]*--data-dir/) });
  });
});
