import { expect, it } from '@jest/globals';
import type { BlocksOfRounds } from '../blocks/blocks-of-rounds.ts';
import type { VisibleRounds } from '../visibility/required-rows.ts';
import { createRoundTransactions } from './round-transactions.ts';
import type { TransactionPart } from './transaction-parts.ts';

const SHARD = -(2n ** 63n);

/** Returns what reads rounds of one block each, which says its count, with parts of these counts. */
function reading(rounds: Readonly<Record<number, { readonly txCount: number; readonly parts: readonly number[] }>>) {
  const blocks = {
    read: async (seqno: number) =>
      rounds[seqno] && [{ workchain: 0, shard: SHARD, seqno, txCount: rounds[seqno].txCount }],
  } as unknown as BlocksOfRounds;
  const ofRounds = async (seqnos: readonly number[]) =>
    seqnos.map((seqno) =>
      (rounds[seqno]?.parts ?? []).map(
        (count) => ({ block: { workchain: 0, shard: SHARD, seqno }, transactions: { count } }) as TransactionPart,
      ),
    );
  const visibleAt = (indexedSeqno: number): VisibleRounds => ({
    indexedSeqno,
    range: { firstSeqno: 1, lastSeqno: indexedSeqno },
  });
  const read = createRoundTransactions({ ofRounds }, blocks);
  return async (first: number, last: number) =>
    (await read(first, visibleAt(last)))?.map(({ block, transactions }) => [block.seqno, transactions.count]);
}

it('reads all parts of the rounds from one up to the newest', async () => {
  const read = reading({
    1: { txCount: 3, parts: [3] },
    2: { txCount: 70, parts: [64, 6] },
    3: { txCount: 0, parts: [] },
    4: { txCount: 1, parts: [1] },
  });
  expect(await read(2, 4)).toEqual([
    [2, 64],
    [2, 6],
    [4, 1],
  ]);
  expect(await read(3, 3)).toEqual([]);
});

it('says nothing while a block or a part of one is not there', async () => {
  const read = reading({
    1: { txCount: 70, parts: [64] },
    2: { txCount: 2, parts: [2] },
    4: { txCount: 1, parts: [] },
  });
  expect(await read(1, 2)).toBeUndefined();
  expect(await read(2, 3)).toBeUndefined();
  expect(await read(4, 4)).toBeUndefined();
  expect(await read(2, 2)).toEqual([[2, 2]]);
});
