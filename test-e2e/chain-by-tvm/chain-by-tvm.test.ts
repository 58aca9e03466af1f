import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder } from '@tonriver/boc';
import { createMemoryCells, openMemoryCellStore } from '@tonriver/cell-store/testing';
import { type ChainBuilder, createRandom, type GenesisAccount, openChain, type Round } from '@tonriver/chain-builder';
import { ChainChecker } from '@tonriver/chain-checks';
import {
  type AccountAddress,
  forEachTransaction,
  hashToHex,
  loadAccount,
  loadBlock,
  loadMerkleUpdate,
  loadTransaction,
  type StorageUsed,
  type Transaction,
} from '@tonriver/chain-model';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { codeOf, deployedAddress, type Letter, orderTo } from './contracts.ts';
import { createNetwork, type Orders, playRound, specialAddresses } from './tvm-chain.ts';

const GRAM = 1_000_000_000n;
const ROUNDS = 70;
const CELLS_MAX = 1_000_000;

function numbered(index: number, workchain: number): AccountAddress {
  const hash = new Uint8Array(32).fill(index);
  hash[0] = (index * 37) & 255;
  return { workchain, hash };
}

const random = createRandom('letters');
const senders = Array.from({ length: 12 }, (_, index) => numbered(index + 1, index < 10 ? 0 : -1));
const refuser = numbered(40, 0);

function genesis(): GenesisAccount[] {
  const contract = (address: AccountAddress, kind: 'sender' | 'refuser'): GenesisAccount => ({
    address,
    balance: { grams: 10_000n * GRAM, extra: [{ currency: 5, amount: 1000n }] },
    state: { code: codeOf(kind), data: new CellBuilder().storeBytes(address.hash).endCell() },
  });
  return [...senders.map((address) => contract(address, 'sender')), contract(refuser, 'refuser')];
}

/** Letters to other senders, to new accounts with and without code, and to a contract that lets them bounce. */
function inventLetter(round: number, index: number): Letter {
  const plain = { grams: GRAM / 10n, bounce: false, extraFlags: 0n };
  switch (random.below(6)) {
    case 0:
      return { ...plain, to: refuser, bounce: true };
    case 1:
      return { ...plain, to: refuser, bounce: true, extraFlags: random.pick([1n, 3n]) };
    case 2: {
      const data = new CellBuilder().storeUint(round, 32).storeUint(index, 32).endCell();
      return { ...plain, to: deployedAddress('sender', data), deploys: { kind: 'sender', data } };
    }
    case 3:
      return { ...plain, to: { workchain: 0, hash: random.bytes(32) } };
    default:
      return { ...plain, to: random.pick(senders), grams: GRAM / 1000n };
  }
}

function inventOrders(round: number): Orders {
  return senders.map(({ hash, workchain }, index) => {
    const letters = Array.from({ length: random.between(1, 6) }, () => inventLetter(round, index));
    return { to: hash, workchain, cell: orderTo({ hash, workchain }, round, letters) };
  });
}

function transactionsOf({ blocks }: Round): Transaction[] {
  return blocks.flatMap(({ boc }) => {
    const bag = Bag.parse(boc);
    const found: Transaction[] = [];
    forEachTransaction(bag, loadBlock(bag), (_account, _lt, cell) => found.push(loadTransaction(bag, cell)));
    return found;
  });
}

/** Cells and bits for which an account pays. */
function usedBy(chain: ChainBuilder, { workchain, hash }: AccountAddress): StorageUsed | undefined {
  const bag = Bag.of(chain.account(workchain, hash).cell);
  return loadAccount(bag, bag.root)?.storageInfo.used;
}

describe('a chain whose transactions are executed by the official TVM', () => {
  let pool: TvmPool;
  beforeAll(async () => {
    pool = await createTvmPool({ workerCount: 1, queueLengthMax: 100, wallTimeMs: 30_000, memoryMbMax: 512 });
  }, 60_000);
  afterAll(() => pool.close());

  it('splits under load and follows all rules of chain-checks, with its states in a cell store from which it is opened', async () => {
    const { chain: first, tools } = createNetwork(genesis());
    const checker = new ChainChecker(first.zeroStates, tools.globalId);
    const store = openMemoryCellStore(createMemoryCells());
    for (const { boc } of Object.values(first.zeroStates)) {
      const bag = Bag.parse(boc);
      store.add(bag, bag.root);
    }
    let chain: ChainBuilder = first;
    const transactions: Transaction[] = [];
    let shardsMost = 0;
    for (let index = 1; index <= ROUNDS; index++) {
      const now = chain.masterchain().genUtime + 1;
      const round = await playRound(pool, chain, now, index < ROUNDS - 5 ? inventOrders(index) : []);
      checker.check(round);
      for (const { boc } of round.blocks) {
        const bag = Bag.parse(boc);
        bag.hashAll();
        store.add(bag, loadMerkleUpdate(bag, loadBlock(bag).stateUpdate).newRoot);
      }
      transactions.push(...transactionsOf(round));
      shardsMost = Math.max(shardsMost, chain.shards().length);
      if (index % 7 !== 0) continue;
      chain = openChain(tools, chain.save(), { readState: (hash) => store.read(hash, { cellsMax: CELLS_MAX }) });
    }
    expect(checker.finish().inFlight).toBe(0);
    // Collected fees are paid to the elector whenever they reach a gram.
    expect(checker.tally.specials).toBeGreaterThan(2);
    expect(transactions.length).toBeGreaterThan(3500);
    expect(shardsMost).toBe(4);
    // Messages that left a queue because another shard, or the masterchain, had received them.
    expect(checker.tally.descriptors['out_deq_short']).toBeGreaterThan(500);
    const bounces = transactions.filter(({ description }) => description.bouncePhase?.type === 'ok');
    expect(bounces.length).toBeGreaterThan(50);
    const deployed = transactions.filter(
      ({ origStatus, endStatus }) => origStatus !== 'active' && endStatus === 'active',
    );
    expect(deployed.length).toBeGreaterThan(50);
    expect(transactions.filter(({ description }) => description.type === 'tick_tock')).toHaveLength(ROUNDS * 4);
  }, 120_000);

  it('begins with accounts whose size is what the TVM counts after their first transaction', async () => {
    const { chain } = createNetwork(genesis());
    const accounts = [...senders, ...specialAddresses];
    const before = accounts.map((address) => usedBy(chain, address));
    const orders = senders.map(({ hash, workchain }) => ({
      to: hash,
      workchain,
      cell: orderTo({ hash, workchain }, 1, []),
    }));
    const first = await playRound(pool, chain, chain.masterchain().genUtime + 1, []);
    const second = await playRound(pool, chain, chain.masterchain().genUtime + 1, orders);
    expect(accounts.map((address) => usedBy(chain, address))).toEqual(before);
    const touched = new Set(
      [...transactionsOf(first), ...transactionsOf(second)].map(({ accountHash }) => hashToHex(accountHash)),
    );
    expect(accounts.filter(({ hash }) => !touched.has(hashToHex(hash)))).toEqual([]);
  });
});
