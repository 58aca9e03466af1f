import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { loadShardState, parseAccountAddress, storeConfigParameter } from '@tonriver/chain-model';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { temporaryDirectory } from '@tonriver/testing';
import { readGenesisFile } from './genesis-file.ts';
import { type Devnet, type DevnetConfig, openDevnet } from './open-devnet.ts';

const folder = temporaryDirectory();
afterAll(() => folder.remove());

const config: DevnetConfig = {
  directory: join(folder.path, 'first'),
  network: { seed: 'genesis', globalId: -777, genesisTime: 1_700_000_000, shardsMin: 1, shardsMax: 2, walletCount: 2 },
  genesisFile: join(folder.path, 'genesis.json'),
  blockTimeMs: 0,
  idle: null,
  keptRoundsMax: null,
  exportDirectory: null,
  logFile: null,
  hasDemo: false,
  stateRoundsMax: 10,
  queueMessagesMax: 10,
  queueMessagesPerAccountMax: 3,
  waitingSecondsMax: 600,
  tvmWorkers: 1,
  tvmWallTimeMs: 20_000,
  tvmMemoryMbMax: 512,
  ignoreSignatures: false,
};
const base64 = (cell: Parameters<typeof writeBag>[0][number]): string =>
  Buffer.from(writeBag([cell])).toString('base64');
const wallet = createWallet('a wallet of my own');
const rawAddress = `0:${Buffer.from(wallet.address.hash).toString('hex')}`;
const publisher = `-1:${'ab'.repeat(32)}`;
const library = new CellBuilder().storeUint(7, 32).endCell();
const fees = storeConfigParameter(14, { masterchainBlockFee: 3n, basechainBlockFee: 4n });
const genesis = {
  format: 'genesis of a devnet',
  version: 1,
  config: { 14: base64(fees) },
  accounts: [
    {
      address: rawAddress,
      balance: '5000000000',
      extra_currencies: { 100: '17' },
      code: base64(wallet.state.code!),
      data: base64(wallet.state.data!),
    },
    { address: publisher, balance: '9', code: base64(library), libraries: [{ cell: base64(library), public: true }] },
    { address: `0:${'cd'.repeat(32)}`, balance: '1', frozen_hash: 'ef'.repeat(32) },
    { address: `0:${'ce'.repeat(32)}`, balance: '2' },
  ],
};

async function withDevnet<Result>(changes: Partial<DevnetConfig>, work: (devnet: Devnet) => Promise<Result>) {
  const devnet = await openDevnet({ ...config, ...changes }, () => undefined);
  const stop = new AbortController();
  const running = devnet.run(stop.signal);
  try {
    return await work(devnet);
  } finally {
    stop.abort();
    await running;
    await devnet.close();
  }
}

const transfer = (seqno: number): Uint8Array => {
  const to = parseAccountAddress(`0:${'ce'.repeat(32)}`);
  return writeBag([wallet.transfer({ seqno, validUntil: 2 ** 32 - 1, to, amount: 1_000_000n, bounce: false })]);
};

describe('a genesis', () => {
  it('gives a new chain accounts with code, currencies and libraries, and parameters', async () => {
    writeFileSync(config.genesisFile!, JSON.stringify(genesis));
    await withDevnet({}, async (devnet) => {
      const bag = Bag.parse(devnet.zeroState(-1)!);
      const state = loadShardState(bag, bag.root);
      expect(state.libraries).not.toBeNull();
      await devnet.makeRounds(2);
      const { hash } = await devnet.send(transfer(0));
      await devnet.makeRounds(1);
      expect(devnet.message(hash)?.state.kind).toBe('mined');
      const gift = await devnet.give(wallet.address, 1_000_000_000n);
      await devnet.makeRounds(1);
      expect(devnet.message(gift.hash)?.state.kind).toBe('mined');
    });
    // The chain goes on without its genesis, and not with another one.
    await withDevnet({ genesisFile: null }, (devnet) => devnet.makeRounds(1));
    const other = join(folder.path, 'other.json');
    writeFileSync(other, JSON.stringify({ ...genesis, config: {} }));
    await expect(withDevnet({ genesisFile: other }, () => Promise.resolve())).rejects.toMatchObject({
      code: 'chain_differs',
    });
  }, 120_000);

  it('is written by a snapshot, and a new network goes on from there', async () => {
    const { file, seqno, messagesLeftOut } = await withDevnet({ genesisFile: null }, (devnet) => devnet.snapshot());
    expect({ seqno, messagesLeftOut }).toEqual({ seqno: 5, messagesLeftOut: 0 });
    const { accounts, parameters } = readGenesisFile(file).genesis;
    expect(parameters.get(14)?.hash()).toEqual(fees.hash());
    const find = (text: string) => {
      const { workchain, hash } = parseAccountAddress(text);
      return accounts.find(
        ({ address }) => address.workchain === workchain && Buffer.compare(address.hash, hash) === 0,
      );
    };
    expect(find(rawAddress)?.balance.extra).toEqual([{ currency: 100, amount: 17n }]);
    expect(find(`0:${'cd'.repeat(32)}`)).toMatchObject({
      balance: { grams: 1n },
      state: { frozenHash: expect.anything() },
    });
    expect(find(publisher)?.state).toMatchObject({ libraries: [{ isPublic: true }] });
    const changes = { directory: join(folder.path, 'second'), genesisFile: file };
    await withDevnet(changes, async (devnet) => {
      expect(devnet.status().seqno).toBe(0);
      await devnet.makeRounds(2);
      await expect(devnet.send(transfer(0))).rejects.toMatchObject({ code: 'message_refused' });
      const { hash } = await devnet.send(transfer(1));
      await devnet.changeConfig(14, writeBag([fees]));
      await devnet.makeRounds(1);
      expect(devnet.message(hash)?.state.kind).toBe('mined');
    });
  }, 120_000);

  it.each<[string, object, RegExp]>([
    ['of another format', { ...genesis, version: 2 }, /format/],
    ['with a parameter of the network itself', { ...genesis, config: { 34: base64(fees) } }, /config\.34/],
    ['with a parameter of another form', { ...genesis, config: { 14: base64(library) } }, /config\.14/],
    ['with an account twice', { ...genesis, accounts: [genesis.accounts[3], genesis.accounts[3]] }, /twice/],
    ['with a bad amount', { ...genesis, accounts: [{ address: rawAddress, balance: 5 }] }, /accounts\[0\]: balance/],
    ['with a bag that is none', { ...genesis, accounts: [{ account: 'AAAA' }] }, /accounts\[0\]/],
  ])('%s is refused with its place', (_, value, message) => {
    const path = join(folder.path, 'bad.json');
    writeFileSync(path, JSON.stringify(value));
    const error = expect.objectContaining({ code: 'bad_genesis', message: expect.stringMatching(message) });
    expect(() => readGenesisFile(path)).toThrow(error);
  });
});
