import { describe, expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { generateWorkload } from '@tonriver/chain-workload';
import { type Block, loadBlock } from '@tonriver/chain-model';
import {
  type AccountStateRow,
  accountStatesTable,
  decodeRow,
  RowBinaryReader,
  transactionsTable,
} from '@tonriver/row-schema';
import { describeRecorded } from '@tonriver/testing';
import { addBlockRows, createBlockTables, noAccountHash } from '../index.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const noAccount = hex(noAccountHash);

interface Counts {
  states: number;
  seenBefore: number;
  linked: number;
  merges: number;
  splits: number;
  nonexistent: number;
}

/**
 * Returns the columns of a row that do not depend on the block from which the state was read. Extra currencies do: one
 * block contains them, another only the hash of their dictionary.
 */
function contentOf(row: AccountStateRow, withCurrencies: boolean): unknown {
  const { mcBlockSeqno: _round, rowVersion: _version, extraCurrencies, extraCurrenciesHash, rawBoc, ...state } = row;
  const content = withCurrencies ? { ...state, extraCurrencies, extraCurrenciesHash, rawBoc } : state;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Uint8Array ? hex(value) : value,
    ]),
  );
}

/** Follows every account through the blocks of a chain. */
function createFollower() {
  const states = new Map<string, AccountStateRow>();
  const counts: Counts = { states: 0, seenBefore: 0, linked: 0, merges: 0, splits: 0, nonexistent: 0 };
  const follow = (boc: Uint8Array): Block => {
    const bag = Bag.parse(boc);
    const block = loadBlock(bag);
    const tables = createBlockTables();
    addBlockRows(tables, { bag, block, rootHash: bag.hash(bag.root), fileHash: null, round: 5, rowVersion: 3 });
    const begins = new Map<string, string>();
    const transactions = tables.transactions.rows();
    for (const reader = new RowBinaryReader(transactions.bytes); !reader.isAtEnd; ) {
      const row = decodeRow(transactionsTable.columns, reader);
      const key = `${row.workchain}:${hex(row.account)}`;
      if (!begins.has(key)) begins.set(key, hex(row.oldStateHash));
    }
    for (const reader = new RowBinaryReader(tables.accountStates.rows().bytes); !reader.isAtEnd; ) {
      const row = decodeRow(accountStatesTable.columns, reader);
      const key = `${row.workchain}:${hex(row.account)}`;
      const known = states.get(key);
      if (row.rowVersion === 0) {
        if (known !== undefined) {
          const withCurrencies = (known.extraCurrenciesHash ?? row.extraCurrenciesHash) === null;
          expect(contentOf(row, withCurrencies)).toEqual(contentOf(known, withCurrencies));
        }
        counts.seenBefore += 1;
        continue;
      }
      if (known !== undefined) {
        expect(hex(known.hash)).toBe(begins.get(key));
        counts.linked += 1;
      }
      states.set(key, row);
      counts.states += 1;
      if (hex(row.hash) === noAccount) counts.nonexistent += 1;
    }
    if (block.info.afterMerge && transactions.rowCount > 0) counts.merges += 1;
    if (block.info.afterSplit && transactions.rowCount > 0) counts.splits += 1;
    return block;
  };
  return { follow, counts };
}

describe('the account states of a built chain', () => {
  it('continue from block to block, also with splits, merges and deleted accounts', () => {
    const { follow, counts } = createFollower();
    const workload = generateWorkload({ seed: 'states', rounds: 40, shardsMax: 8, splitMergeRate: 0.7 });
    for (const round of workload.rounds()) for (const { boc } of round.blocks) follow(boc);
    process.stderr.write(`${JSON.stringify(counts)}\n`);
    expect(counts.merges).toBeGreaterThan(0);
    expect(counts.splits).toBeGreaterThan(0);
    expect(counts.seenBefore).toBeGreaterThan(0);
    expect(counts.linked).toBeGreaterThan(100);
  });
});

describeRecorded('the account states of the first blocks of mainnet', ['blocks/mainnet-2019-11-genesis'], (data) => {
  it('continue from block to block', () => {
    const { follow, counts } = createFollower();
    const blocks = data
      .blocks()
      .filter(({ file }) => file.includes('genesis'))
      .toSorted((left, right) => (BigInt(left.endLt) < BigInt(right.endLt) ? -1 : 1));
    for (const recorded of blocks) follow(recorded.read());
    process.stderr.write(`${JSON.stringify(counts)}\n`);
    expect(counts.linked).toBeGreaterThan(100);
  });
});
