import { Bag, type Cell, writeBag } from '@tonriver/boc';
import { RowBinaryWriter } from '@tonriver/row-schema';
import { writePartContent } from './part-content.ts';
import { type PartSide, writePartSide } from './part-states.ts';

/** A transaction of a block, and what the block proves of the account on both of its sides. */
export interface MinedTransaction {
  /** The transaction as a bag. */
  readonly boc: Uint8Array;
  readonly before: PartSide;
  readonly after: PartSide;
}

/** Writes transactions of any blocks of one workchain, in their order, as the content of one part. */
export function writeMinedPart(transactions: readonly MinedTransaction[]): Uint8Array {
  const states = new RowBinaryWriter();
  for (const { before, after } of transactions) {
    writePartSide(states, before);
    writePartSide(states, after);
  }
  const roots = transactions.map(({ boc }): Cell => {
    const bag = Bag.parse(boc);
    return bag.toCell(bag.root);
  });
  return writePartContent({ states: states.bytes(), cells: writeBag(roots) });
}
