import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import {
  type AugmentedRoot,
  buildHashmapAug,
  DictionaryWalk,
  keyFromUint,
  keyToBigInt,
  loadHashmapAugE,
} from '../dictionary/index.ts';
import { badTag, badValue } from '../errors.ts';
import {
  addCurrencyCollections,
  type CurrencyCollection,
  equalBytes,
  type Hash,
  loadCurrencyCollection,
} from '../primitives/index.ts';
import { currencyAugmentation } from './augmentations.ts';
import { ensureRead } from './inner-cell.ts';
import { forEachInline } from './inline-hashmap.ts';
import { skipCurrencyCollection } from './skip-currency-collection.ts';

/** One transaction of an account block. `transaction` is a cell number when read, a cell when written. */
interface AccountBlockTransaction<C = number> {
  readonly lt: bigint;
  /** The transaction's total fees: extra value of its leaf. */
  readonly fees: CurrencyCollection;
  readonly transaction: C;
}

/** The transactions of one account in one block by lt, and the change of its state over the whole block. */
export interface AccountBlock<C = number> {
  readonly accountHash: Hash;
  readonly transactions: readonly AccountBlockTransaction<C>[];
  /** `HASH_UPDATE Account`. */
  readonly stateUpdate: C;
}

const tag = 5;
const accountKeyBits = 256;
const ltKeyBits = 64;

/**
 * Reads an account block where its leaf's value begins:
 *
 * ```tlb
 * acc_trans#5 account_addr:bits256
 *             transactions:(HashmapAug 64 ^Transaction CurrencyCollection)
 *             state_update:^(HASH_UPDATE Account)
 *           = AccountBlock;
 * ```
 *
 * The dictionary's root node lies inline in the same cell.
 */
export function loadAccountBlock(slice: CellSlice): AccountBlock {
  loadTag(slice);
  const accountHash = slice.loadBytes(32);
  const transactions: AccountBlockTransaction[] = [];
  const { isFork } = forEachInline(slice, ltKeyBits, { isAugmented: true }, (key, leaf) => {
    const fees = loadCurrencyCollection(leaf);
    transactions.push({ lt: keyToBigInt(key, ltKeyBits), fees, transaction: leaf.loadRef() });
  });
  if (isFork) skipCurrencyCollection(slice);
  return { accountHash, transactions, stateUpdate: slice.loadRef() };
}

/** Writes what `loadAccountBlock` reads. The transactions must ascend by lt, and there must be one. */
function storeAccountBlock(builder: CellBuilder, value: AccountBlock<Cell>): void {
  const { root } = buildHashmapAug(
    value.transactions.map((entry) => ({ key: keyFromUint(entry.lt, ltKeyBits), value: entry })),
    {
      keyBits: ltKeyBits,
      storeValue: (leaf, entry: AccountBlockTransaction<Cell>) => void leaf.storeRef(entry.transaction),
      augmentation: currencyAugmentation,
      extraOf: (entry: AccountBlockTransaction<Cell>) => entry.fees,
    },
  );
  if (root === null) throw badValue('AccountBlock', 'transactions', 0);
  builder.storeUint(tag, 4).storeBytes(value.accountHash).storeCell(root).storeRef(value.stateUpdate);
}

/** The same account block with cells of their own instead of cell numbers. */
export function resolveAccountBlock(bag: Bag, value: AccountBlock): AccountBlock<Cell> {
  return {
    ...value,
    transactions: value.transactions.map((entry) => ({ ...entry, transaction: bag.toCell(entry.transaction) })),
    stateUpdate: bag.toCell(value.stateUpdate),
  };
}

/** The value an account block counts with in the dictionary of account blocks: the fees of all its transactions. */
export function accountBlockFees({ transactions }: AccountBlock<unknown>): CurrencyCollection {
  return transactions.map(({ fees }) => fees).reduce(addCurrencyCollections, currencyAugmentation.empty);
}

/**
 * Reads all account blocks in the order of their addresses. `cell` is `account_blocks` of the block's extra:
 *
 * ```tlb
 * _ (HashmapAugE 256 AccountBlock CurrencyCollection) = ShardAccountBlocks;
 * ```
 *
 * Throws `ChainModelError` `bad_value` when a block stands under the key of another account.
 */
export function loadAccountBlocks(bag: Bag, cell: number): AccountBlock[] {
  const blocks: AccountBlock[] = [];
  let transactionsLeft = bag.cellCount;
  const walk = new DictionaryWalk(bag, loadAccountBlocksRoot(bag, cell).root, accountKeyBits, { isAugmented: true });
  while (walk.next()) {
    skipCurrencyCollection(walk.slice);
    const block = loadAccountBlock(walk.slice);
    ensureRead(walk.slice, 'AccountBlock');
    if (!equalBytes(block.accountHash, walk.key)) throw badValue('AccountBlock', 'account_addr');
    transactionsLeft -= block.transactions.length;
    checkTransactionCount(bag, transactionsLeft);
    blocks.push(block);
  }
  return blocks;
}

/** Root and total fees of the dictionary of account blocks. */
export function loadAccountBlocksRoot(bag: Bag, cell: number): AugmentedRoot<CurrencyCollection, number> {
  const slice = bag.slice(cell);
  const dictionary = loadHashmapAugE(slice, loadCurrencyCollection);
  ensureRead(slice, 'ShardAccountBlocks');
  return dictionary;
}

/** Builds the dictionary of account blocks from blocks in ascending order of their addresses. */
export function buildAccountBlocks(blocks: readonly AccountBlock<Cell>[]): AugmentedRoot<CurrencyCollection> {
  return buildHashmapAug(
    blocks.map((block) => ({ key: block.accountHash, value: block })),
    {
      keyBits: accountKeyBits,
      storeValue: storeAccountBlock,
      augmentation: currencyAugmentation,
      extraOf: accountBlockFees,
    },
  );
}

/**
 * The hot path over a block's transactions: by account address, then by lt. `accountHash` is one buffer that is
 * overwritten from account to account: copy it to keep it. Nothing of a transaction itself is read. `stateUpdate` is
 * the cell of the account's `HASH_UPDATE` over the whole block.
 */
export function forEachAccountTransaction(
  bag: Bag,
  accountBlocks: number,
  visit: (accountHash: Uint8Array, lt: bigint, transactionCell: number, stateUpdate: number) => void,
): void {
  let transactionsLeft = bag.cellCount;
  const { root } = loadAccountBlocksRoot(bag, accountBlocks);
  const walk = new DictionaryWalk(bag, root, accountKeyBits, { isAugmented: true });
  while (walk.next()) {
    const { slice, key: accountHash } = walk;
    skipCurrencyCollection(slice);
    loadTag(slice);
    if (!equalBytes(slice.loadBytes(32), accountHash)) throw badValue('AccountBlock', 'account_addr');
    // It comes last, behind the references of the dictionary's root.
    const stateUpdate = bag.ref(slice.cell, bag.refCount(slice.cell) - 1);
    forEachInline(slice, ltKeyBits, { isAugmented: true }, (key, leaf) => {
      checkTransactionCount(bag, --transactionsLeft);
      skipCurrencyCollection(leaf);
      visit(accountHash, keyToBigInt(key, ltKeyBits), leaf.loadRef(), stateUpdate);
    });
  }
}

function loadTag(slice: CellSlice): void {
  const found = slice.loadUint(4);
  if (found !== tag) throw badTag('AccountBlock', found);
}

/** Every transaction has a cell of its own; shared cells could otherwise describe far more than the bag can hold. */
function checkTransactionCount(bag: Bag, left: number): void {
  if (left < 0) throw badValue('ShardAccountBlocks', 'number of transactions', bag.cellCount);
}
