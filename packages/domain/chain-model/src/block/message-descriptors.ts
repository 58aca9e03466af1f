import type { Bag, Cell, CellSlice } from '@tonriver/boc';
import { type AugmentedRoot, buildHashmapAug, DictionaryWalk, loadHashmapAugE } from '../dictionary/index.ts';
import { type CurrencyCollection, type Hash, loadCurrencyCollection } from '../primitives/index.ts';
import { badValue } from '../errors.ts';
import { currencyAugmentation, importFeesAugmentation } from './augmentations.ts';
import { type ImportFees, loadImportFees } from './import-fees.ts';
import { type InMessage, loadInMessage, storeInMessage } from './in-message.ts';
import { ensureRead } from './inner-cell.ts';
import { loadOutMessage, type OutMessage, storeOutMessage } from './out-message.ts';

/** One incoming message: `messageHash` is the hash of the message's cell. */
export interface InMessageEntry<C = number> {
  readonly messageHash: Hash;
  readonly fees: ImportFees;
  readonly value: InMessage<C>;
}

/** One outgoing message with the value it takes out of the block. */
export interface OutMessageEntry<C = number> {
  readonly messageHash: Hash;
  readonly exported: CurrencyCollection;
  readonly value: OutMessage<C>;
}

const keyBits = 256;

/**
 * Root and sum of the incoming message descriptors; `cell` is `in_msg_descr` of the block's extra:
 *
 * ```tlb
 * _ (HashmapAugE 256 InMsg ImportFees) = InMsgDescr;
 * ```
 */
export function loadInMessageDescriptors(bag: Bag, cell: number): AugmentedRoot<ImportFees, number> {
  const slice = bag.slice(cell);
  const dictionary = loadHashmapAugE(slice, loadImportFees);
  ensureRead(slice, 'InMsgDescr');
  return dictionary;
}

/**
 * Root and sum of the outgoing message descriptors; `cell` is `out_msg_descr` of the block's extra:
 *
 * ```tlb
 * _ (HashmapAugE 256 OutMsg CurrencyCollection) = OutMsgDescr;
 * ```
 */
export function loadOutMessageDescriptors(bag: Bag, cell: number): AugmentedRoot<CurrencyCollection, number> {
  const slice = bag.slice(cell);
  const dictionary = loadHashmapAugE(slice, loadCurrencyCollection);
  ensureRead(slice, 'OutMsgDescr');
  return dictionary;
}

/** Visits the incoming messages in the order of their hashes. */
export function forEachInMessage(bag: Bag, cell: number, visit: (entry: InMessageEntry) => void): void {
  forEachDescriptor(bag, loadInMessageDescriptors(bag, cell).root, (messageHash, leaf) => {
    const fees = loadImportFees(leaf);
    const value = loadInMessage(leaf);
    ensureRead(leaf, 'InMsg');
    visit({ messageHash, fees, value });
  });
}

/** Visits the outgoing messages in the order of their hashes. */
export function forEachOutMessage(bag: Bag, cell: number, visit: (entry: OutMessageEntry) => void): void {
  forEachDescriptor(bag, loadOutMessageDescriptors(bag, cell).root, (messageHash, leaf) => {
    const exported = loadCurrencyCollection(leaf);
    const value = loadOutMessage(leaf);
    ensureRead(leaf, 'OutMsg');
    visit({ messageHash, exported, value });
  });
}

/** Builds the incoming message descriptors from entries in ascending order of their hashes. */
export function buildInMessageDescriptors(entries: readonly InMessageEntry<Cell>[]): AugmentedRoot<ImportFees> {
  return buildHashmapAug(
    entries.map((entry) => ({ key: entry.messageHash, value: entry })),
    {
      keyBits,
      storeValue: (builder, { value }: InMessageEntry<Cell>) => storeInMessage(builder, value),
      augmentation: importFeesAugmentation,
      extraOf: ({ fees }: InMessageEntry<Cell>) => fees,
    },
  );
}

/** Builds the outgoing message descriptors from entries in ascending order of their hashes. */
export function buildOutMessageDescriptors(
  entries: readonly OutMessageEntry<Cell>[],
): AugmentedRoot<CurrencyCollection> {
  return buildHashmapAug(
    entries.map((entry) => ({ key: entry.messageHash, value: entry })),
    {
      keyBits,
      storeValue: (builder, { value }: OutMessageEntry<Cell>) => storeOutMessage(builder, value),
      augmentation: currencyAugmentation,
      extraOf: ({ exported }: OutMessageEntry<Cell>) => exported,
    },
  );
}

function forEachDescriptor(
  bag: Bag,
  root: number | null,
  visit: (messageHash: Uint8Array, leaf: CellSlice) => void,
): void {
  // Every descriptor has a cell of its own; shared cells could otherwise describe far more than the bag can hold.
  let left = bag.cellCount;
  const walk = new DictionaryWalk(bag, root, keyBits, { isAugmented: true });
  while (walk.next()) {
    if (left-- === 0) throw badValue('InMsgDescr or OutMsgDescr', 'number of messages', bag.cellCount);
    visit(walk.key.slice(), walk.slice);
  }
}
