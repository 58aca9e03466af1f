import type { Bag, CellSlice } from '@tonriver/boc';
import { loadAccountStatus } from '../account/account-status.ts';
import { DictionaryWalk } from '../dictionary/dictionary-walk.ts';
import { badTag, ChainModelError } from '../errors.ts';
import { loadMessage, type Message } from '../message/message.ts';
import { loadCurrencyCollection } from '../primitives/currency-collection.ts';
import { type HashUpdate, loadHashUpdate } from '../primitives/hash-update.ts';
import { closeReference, ensureRead } from '../primitives/reference.ts';
import { loadTransactionDescription } from './load-transaction-description.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionDescription } from './transaction-description.ts';

export const transactionTag = 0b0111;
export const messageKeyBits = 15;

/**
 * More out messages are refused; an action list has 255 entries at most. Cells can be shared, so that a few of them
 * describe as many messages as there are keys. The same for any bag, so that a transaction that was taken out of its
 * block is read just as in the block.
 */
export const outMessageCountMax = 512;

const noMessages: readonly Message[] = Object.freeze([]);

/**
 * Messages of one bag that were read once, by their cells. A message that is read a second time is removed: it has one
 * sender and one receiver, and objects that are kept for long make garbage collection slow.
 */
export type LoadedMessages = Map<number, Message>;

/**
 * Reads the transaction in `cell`, with its messages and its description. This is the hottest path of the indexer.
 *
 * ```tlb
 * transaction$0111 account_addr:bits256 lt:uint64
 *   prev_trans_hash:bits256 prev_trans_lt:uint64 now:uint32
 *   outmsg_cnt:uint15
 *   orig_status:AccountStatus end_status:AccountStatus
 *   ^[ in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any)) ]
 *   total_fees:CurrencyCollection state_update:^(HASH_UPDATE Account)
 *   description:^TransactionDescr = Transaction;
 * ```
 *
 * Throws `ChainModelError` or `BocError` (`cell_underflow`, `cell_exotic`) for anything else. `isCanonical` is false
 * when a number has needless zero bytes, a dictionary label is not in the node's form, or out messages are not
 * numbered 0, 1, 2 …: then the fields lose something, and only the cell itself has the transaction's hash.
 *
 * `loaded` remembers messages between transactions of one bag: most of them are sent and taken in the same block, and
 * need not be read twice.
 */
export function loadTransaction(bag: Bag, cell: number, loaded?: LoadedMessages): Transaction {
  const slice = bag.slice(cell);
  const tag = slice.loadUint(4);
  if (tag !== transactionTag) throw badTag('Transaction', tag);
  const accountHash = slice.loadBytes(32);
  const lt = slice.loadUint64();
  const prevTransHash = slice.loadBytes(32);
  const prevTransLt = slice.loadUint64();
  const now = slice.loadUint(32);
  const outMessageCount = slice.loadUint(15);
  const origStatus = loadAccountStatus(slice);
  const endStatus = loadAccountStatus(slice);
  const messages = slice.loadRefSlice();
  let isCanonical = true;
  let inMessage: Message | null = null;
  if (messages.loadBit()) {
    inMessage = loadMessageOnce(bag, messages.loadRef(), loaded);
    isCanonical = inMessage.isCanonical;
  }
  const outMessages = messages.loadBit() ? loadOutMessages(messages, messages.loadRef(), loaded) : noMessages;
  closeReference(slice, messages, 'messages of Transaction');
  for (const message of outMessages) isCanonical = isCanonical && message.isCanonical;
  const totalFees = loadCurrencyCollection(slice);
  const update = loadUpdate(slice);
  const description = loadDescription(slice);
  ensureRead(slice, 'Transaction');
  return {
    cell,
    accountHash,
    lt,
    prevTransHash,
    prevTransLt,
    now,
    outMessageCount,
    origStatus,
    endStatus,
    inMessage,
    outMessages,
    totalFees,
    oldStateHash: update.oldHash,
    newStateHash: update.newHash,
    description,
    isCanonical: isCanonical && !slice.sawNonCanonical,
  };
}

/** Reads the account and the lt of the transaction in `cell`, and nothing else. Throws like `loadTransaction`. */
export function loadTransactionKey(bag: Bag, cell: number): { readonly account: Uint8Array; readonly lt: bigint } {
  const slice = bag.slice(cell);
  const tag = slice.loadUint(4);
  if (tag !== transactionTag) throw badTag('Transaction', tag);
  return { account: slice.loadBytes(32), lt: slice.loadUint64() };
}

function loadMessageOnce(bag: Bag, cell: number, loaded?: LoadedMessages): Message {
  const known = loaded?.get(cell);
  if (known !== undefined) {
    loaded?.delete(cell);
    return known;
  }
  const message = loadMessage(bag, cell);
  loaded?.set(cell, message);
  return message;
}

function loadUpdate(slice: CellSlice): HashUpdate {
  const child = slice.loadRefSlice();
  const update = loadHashUpdate(child);
  closeReference(slice, child, 'HASH_UPDATE');
  return update;
}

function loadDescription(slice: CellSlice): TransactionDescription {
  const child = slice.loadRefSlice();
  const description = loadTransactionDescription(child);
  closeReference(slice, child, 'TransactionDescr');
  return description;
}

/** The messages of `HashmapE 15 ^(Message Any)` in key order. */
function loadOutMessages(parent: CellSlice, root: number, loaded?: LoadedMessages): readonly Message[] {
  const { bag } = parent;
  const messages: Message[] = [];
  const walk = new DictionaryWalk(bag, root, messageKeyBits);
  while (walk.next()) {
    const leaf = walk.slice;
    if (walk.keyUint() !== messages.length) parent.sawNonCanonical = true;
    if (messages.length === outMessageCountMax) {
      throw new ChainModelError('bad_dictionary', 'A transaction has more out messages than are accepted', {
        cell: parent.cell,
        outMessageCountMax,
      });
    }
    messages.push(loadMessageOnce(bag, leaf.loadRef(), loaded));
    ensureRead(leaf, 'out message');
  }
  if (!walk.isCanonical) parent.sawNonCanonical = true;
  return messages;
}
