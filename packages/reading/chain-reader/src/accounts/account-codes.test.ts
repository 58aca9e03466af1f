import { expect, it } from '@jest/globals';
import { bytes32 } from '../testing/rows.test-support.ts';
import { accountAtKeyText, createAccountCodes } from './account-codes.ts';
import { hexOf } from '../store/bytes.ts';
import type { ShardEnds } from '../visibility/shard-ends.ts';

const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };
const [left, right] = [new Uint8Array(32).fill(0x11), new Uint8Array(32).fill(0xee)];
const [oldCode, newCode] = [bytes32('old'), bytes32('new')];
/** A workchain in two shards, of which the left one is ahead. */
const ends: ShardEnds = [
  { workchain: 0, shard: 0x4000000000000000n, endLt: 200n },
  { workchain: 0, shard: 0xc000000000000000n, endLt: 100n },
];

async function codesOf(
  latest: readonly { readonly account: Uint8Array; readonly lt: bigint; readonly codeHash: Uint8Array | null }[],
  known: ShardEnds = ends,
) {
  const histories: string[] = [];
  const select = async (_columns: unknown, sql: string) => {
    if (sql.includes('FROM latest_account_states')) return latest.map((row) => ({ workchain: 0, ...row }));
    histories.push(sql);
    return [left, right]
      .filter((account) => sql.includes(hexOf(account).replace(/../g, '\\x$&')))
      .map((account) => ({ workchain: 0, account, lt: 50n, codeHash: oldCode }));
  };
  const codes = createAccountCodes({ select: select as never }, async () => known, bounds);
  const keyOf = (account: Uint8Array) =>
    accountAtKeyText({ workchain: 0, accountHex: hexOf(account), indexedSeqno: 7 });
  const found = await codes.getMany([left, right].map(keyOf));
  return { found: found.map((state) => state?.codeHash), histories };
}

it('the newest state gives the code without reading the history when its shard had reached it', async () => {
  const { found, histories } = await codesOf([
    { account: left, lt: 150n, codeHash: newCode },
    { account: left, lt: 120n, codeHash: oldCode },
    { account: right, lt: 100n, codeHash: null },
  ]);
  expect(found).toEqual([newCode, null]);
  expect(histories).toEqual([]);
});

it('an account with a state beyond the end of its shard is looked up in its history', async () => {
  const { found, histories } = await codesOf([
    { account: left, lt: 150n, codeHash: newCode },
    { account: right, lt: 150n, codeHash: newCode },
  ]);
  expect(found).toEqual([newCode, oldCode]);
  expect(histories).toHaveLength(1);
  expect(histories[0]).toContain('mc_block_seqno <= 7');
});

it('every history is looked up when the shards at the watermark are unknown', async () => {
  const { found } = await codesOf([{ account: left, lt: 1n, codeHash: newCode }], []);
  expect(found).toEqual([oldCode, oldCode]);
});

it('an account without a newest state is looked up in its history: the row may be lost', async () => {
  const { found, histories } = await codesOf([{ account: right, lt: 100n, codeHash: newCode }]);
  expect(found).toEqual([oldCode, newCode]);
  expect(histories).toHaveLength(1);
});
