import { expect, it } from '@jest/globals';
import { bytes32 } from '../testing/rows.test-support.ts';
import { createRequiredRows } from './required-rows.ts';

const WHOLE = -(2n ** 63n);
const round = { mcBlockSeqno: 5, blockCount: 2, startLt: 500n, endLt: 599n };
const masterchain = { workchain: -1, shard: WHOLE, seqno: 5, startLt: 560n, endLt: 599n };
const shardBlock = { workchain: 0, shard: WHOLE, seqno: 50, startLt: 500n, endLt: 520n };
const visible = { range: { firstSeqno: 10, lastSeqno: 12 }, indexedSeqno: 12 };
const keyAt = (lt: bigint) => ({ workchain: 0, account: bytes32('account'), lt });

/** An old round and, after a gap, the indexed range, which begins at 1,000. */
function requiredRows({
  roundBlocks = [masterchain, shardBlock],
  blocks = [masterchain, shardBlock],
}: {
  readonly roundBlocks?: readonly (typeof shardBlock)[];
  readonly blocks?: readonly (typeof shardBlock)[];
} = {}) {
  const select = async (_columns: unknown, sql: string): Promise<readonly unknown[]> => {
    if (sql.includes('FROM rounds')) return [round];
    if (sql.includes('FROM round_blocks')) return roundBlocks.map((block) => ({ ...block, mcBlockSeqno: 5 }));
    return blocks;
  };
  return createRequiredRows(
    { select: select as never },
    {
      shardStarts: async () => [{ workchain: 0, shard: 2n ** 63n, startLt: 1_000n }],
      shardEnds: async () => [{ workchain: 0, shard: 2n ** 63n, endLt: 2_000n }],
    },
  );
}

it('a transaction of a block in an older complete round is required', async () => {
  expect(await requiredRows().requiredOf([keyAt(510n)], visible)).toEqual([keyAt(510n)]);
});

it('a transaction at the time of an older round, but in none of its blocks, is not required', async () => {
  // A shard block that the next round would have named, stored without its round.
  expect(await requiredRows().requiredOf([keyAt(530n)], visible)).toEqual([]);
  await requiredRows().checkMissing('transactions', 'look-ups', [keyAt(530n)], visible);
});

it('a transaction that a lost block of an older round may contain is required', async () => {
  expect(await requiredRows({ blocks: [masterchain] }).requiredOf([keyAt(530n)], visible)).toEqual([keyAt(530n)]);
});

it('an older round that lacks a block is reported', async () => {
  const required = requiredRows({ roundBlocks: [masterchain] });
  await expect(required.requiredOf([keyAt(530n)], visible)).rejects.toMatchObject({
    hole: { table: 'round_blocks', key: '5' },
  });
});

it('all transactions in the indexed range are required, and none above it', async () => {
  const keys = [1_500n, 2_001n].map(keyAt);
  expect(await requiredRows().requiredOf(keys, visible)).toEqual([keyAt(1_500n)]);
});
