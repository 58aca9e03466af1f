import { type Bag, serializeTrees } from '@tonriver/boc';
import { NO_ROUND, RowBinaryWriter, TRANSACTIONS_PER_PART } from '@tonriver/row-schema';
import type { BlockPlace } from '../block-place.ts';
import type { BlockTables } from '../block-tables.ts';
import { compareInBlock } from '../compare-in-block.ts';
import { writePartContent } from './part-content.ts';
import { type PartSide, writePartSide } from './part-states.ts';

/** A transaction of a block, with what the block proves of its account. */
export interface PlacedTransaction {
  readonly cell: number;
  readonly account: Uint8Array;
  readonly lt: bigint;
  readonly before: PartSide;
  readonly after: PartSide;
}

/** Adds the rows of `transaction_parts` of one block. The hashes under the transactions must be known. */
export function addTransactionParts(
  tables: Pick<BlockTables, 'transactionParts'>,
  bag: Bag,
  { workchain, shard, seqno, round, rowVersion }: BlockPlace,
  transactions: readonly PlacedTransaction[],
  checkBudget: () => void,
): void {
  const ordered = transactions.toSorted(compareInBlock);
  for (let start = 0; start < ordered.length; start += TRANSACTIONS_PER_PART) {
    const some = ordered.slice(start, start + TRANSACTIONS_PER_PART);
    tables.transactionParts.add({
      blockRound: round ?? NO_ROUND,
      kind: 'cells',
      workchain,
      shard,
      seqno,
      part: start / TRANSACTIONS_PER_PART,
      round: 0,
      firstLt: some[0]!.lt,
      lastLt: some.at(-1)!.lt,
      content: contentOf(bag, some),
      version: BigInt(rowVersion),
    });
    checkBudget();
  }
}

function contentOf(bag: Bag, transactions: readonly PlacedTransaction[]): Uint8Array {
  states.reset();
  for (const { before, after } of transactions) {
    writePartSide(states, before);
    writePartSide(states, after);
  }
  const roots = transactions.map(({ cell }) => cell);
  return writePartContent({ states: states.bytes(), cells: serializeTrees(bag, roots) });
}

/** Used again for every part. */
const states = new RowBinaryWriter();
