import { describe, expect, it } from '@jest/globals';
import { addBlockRows, type BlockOfTrace, createBlockTables, rowVersionOf } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { generateWorkload } from '@tonriver/chain-workload';
import {
  decodeRow,
  RowBinaryReader,
  type TransactionPartRow,
  TRANSACTIONS_PER_PART,
  transactionPartsTable,
} from '@tonriver/row-schema';
import { createWantedParts } from './wanted-parts.ts';

/** The parts of the block of a built chain that has the most of them. */
const rows = largestBlock();
const { blockRound: round, workchain, shard, seqno } = rows[0]!;
const block = (indexes: readonly number[]): BlockOfTrace => ({ round: round!, workchain, shard, seqno, indexes });

function largestBlock(): readonly TransactionPartRow[] {
  const workload = generateWorkload({ seed: 'wanted parts', rounds: 4, transactionsPerRound: 200, shardsMax: 1 });
  return [...workload.rounds()]
    .flatMap(({ blocks }) => blocks)
    .map(({ boc }) => {
      const tables = createBlockTables();
      const bag = Bag.parse(boc);
      const source = { bag, block: loadBlock(bag), rootHash: bag.hash(bag.root), fileHash: null, round: 5 };
      addBlockRows(tables, { ...source, rowVersion: rowVersionOf(1, true) });
      const { bytes, rowCount } = tables.transactionParts.rows();
      const reader = new RowBinaryReader(bytes);
      return Array.from({ length: rowCount }, () => decodeRow(transactionPartsTable.columns, reader));
    })
    .toSorted((left, right) => right.length - left.length)[0]!;
}

describe('the parts that traces want', () => {
  it('give each trace its transactions, also those of several parts and those that another trace wants too', () => {
    expect(rows.length).toBeGreaterThan(1);
    const [one, other] = [{ blocks: [block([0, TRANSACTIONS_PER_PART, 1])] }, { blocks: [block([1, 2])] }];
    const wanted = createWantedParts([one, other, { blocks: null }]);
    expect(wanted.parts).toHaveLength(2);
    wanted.read(rows);
    const lts = (trace: typeof one) => wanted.transactionsOf(trace)!.map(({ lt }) => lt);
    const [first, second] = [lts(one), lts(other)];
    expect([first, second].map(({ length }) => length)).toEqual([3, 2]);
    // In a block, transactions are in order of lt.
    expect(first[0]! <= first[2]! && first[2]! <= first[1]!).toBe(true);
    expect(second[0]).toBe(first[2]);
  });

  it('lack what is not stored, and what a part does not have', () => {
    const trace = { blocks: [block([0, TRANSACTIONS_PER_PART])] };
    const beyond = { blocks: [block([TRANSACTIONS_PER_PART * rows.length + 1, 0])] };
    const wanted = createWantedParts([trace, beyond]);
    wanted.read(rows.slice(0, 1));
    expect(wanted.transactionsOf(trace)).toBeUndefined();
    wanted.read(rows.slice(1));
    expect(wanted.transactionsOf(trace)).toHaveLength(2);
    expect(wanted.transactionsOf(beyond)).toBeUndefined();
  });

  it('are those of the newest rows', () => {
    const trace = { blocks: [block([0])] };
    const wanted = createWantedParts([trace]);
    const damaged = { ...rows[0]!, content: new Uint8Array(3), version: rows[0]!.version - 1n };
    wanted.read([damaged, rows[0]!, damaged]);
    expect(wanted.transactionsOf(trace)).toHaveLength(1);
  });
});
