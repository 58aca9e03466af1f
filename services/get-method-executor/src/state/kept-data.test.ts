import { beforeEach, expect, it } from '@jest/globals';
import { accountStateRow } from '@tonriver/block-rows';
import { Bag, writeBag } from '@tonriver/boc';
import { loadShardAccount } from '@tonriver/chain-model';
import type { IndexedBlock, StateReader } from '@tonriver/chain-reader';
import { shardAccountOf, states, wallet } from '../testing/emulated-accounts.test-support.ts';
import type { ChainState } from './chain-state.ts';
import { createChainState } from './create-chain-state.ts';

const ADDRESS = { workchain: 0, hash: new Uint8Array(32).fill(1) };
const { code, data } = wallet.state;
const range = { firstSeqno: 1, linkedSeqno: 0, lastSeqno: 100, resolvedSeqno: 100 };

let asked: bigint[];
let lt: bigint;
let given: Uint8Array | undefined;
let state: ChainState;

/** What is stored of one account, whose last transaction a test changes. */
const stored = {
  range: async () => range,
  block: async (_range: unknown, seqno: number) =>
    ({
      seqno,
      rootHash: new Uint8Array(32).fill(seqno),
      fileHash: new Uint8Array(32),
      unixTime: 0,
      endLt: 0n,
      range,
      keySeqno: 0,
    }) satisfies IndexedBlock,
  async account() {
    const bag = Bag.parse(shardAccountOf(ADDRESS, states.active(wallet.state)));
    const { account, lastTransHash: transactionHash } = loadShardAccount(bag.slice(bag.root));
    const place = { workchain: 0, account: ADDRESS.hash, lt, transactionHash, mcBlockSeqno: 1, rowVersion: 3 };
    return accountStateRow(bag, account, place);
  },
  async accountData(_address: unknown, { lt: of }: { readonly lt: bigint }) {
    asked.push(of);
    return given;
  },
  tree: async () => writeBag([code!]),
} as unknown as StateReader;

beforeEach(() => {
  [asked, lt, given] = [[], 7n, writeBag([data!])];
  const bounds = { watermarkMsMax: 0, blocksMax: 100, accountsMax: 100, treeBytesMax: 1_000_000 };
  state = createChainState({ stored, source: undefined, now: () => 0, bounds });
});

const at = async (seqno: number) => {
  const point = await state.point({ seqno, address: ADDRESS, methodId: 0 });
  return [await state.shardAccount(ADDRESS, point), await state.account(ADDRESS, point)] as const;
};

it('data of an account that does not change is read once, in however many rounds it is asked for', async () => {
  const [[first, read], [second, again]] = [await at(10), await at(11)];
  expect(asked).toEqual([7n]);
  expect(second.boc).toEqual(first.boc);
  expect([read.dataBoc, again.dataBoc]).toEqual([given, given]);
});

it('after another transaction the data is read again', async () => {
  await at(10);
  lt = 8n;
  await at(11);
  expect(asked).toEqual([7n, 8n]);
});

it('data that was not stored yet is asked for again', async () => {
  given = undefined;
  await expect(at(10)).rejects.toMatchObject({ code: 'account_unknown' });
  given = writeBag([data!]);
  await expect(at(11)).resolves.toHaveLength(2);
  expect(asked).toEqual([7n, 7n]);
});
