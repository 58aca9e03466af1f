import { Bag } from '@tonriver/boc';
import { forEachAccountTransaction } from '../block/account-block.ts';

/** Returns `^ShardAccountBlocks`: the block's fourth reference is `^BlockExtra`, whose third it is. */
const extraPosition = 3;
const accountBlocksPosition = 2;

/** A recorded block's bag with the cells of all its transactions, by account and lt. */
export function transactionCells(bytes: Uint8Array): { readonly bag: Bag; readonly cells: readonly number[] } {
  const bag = Bag.parse(bytes);
  const cells: number[] = [];
  const accountBlocks = bag.ref(bag.ref(bag.root, extraPosition), accountBlocksPosition);
  forEachAccountTransaction(bag, accountBlocks, (_account, _lt, cell) => cells.push(cell));
  return { bag, cells };
}
