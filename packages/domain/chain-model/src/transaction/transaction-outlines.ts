import type { Bag, CellSlice } from '@tonriver/boc';
import { loadAccountStatus } from '../account/account-status.ts';
import { DictionaryWalk } from '../dictionary/dictionary-walk.ts';
import { badTag, ChainModelError } from '../errors.ts';
import { loadMessageOutline, type MessageOutline } from '../message/message-outline.ts';
import { ensureRead } from '../primitives/reference.ts';
import { messageKeyBits, outMessageCountMax, transactionTag } from './load-transaction.ts';
import type { Transaction } from './transaction.ts';
import { loadTransactionOutcome, type TransactionOutcome } from './transaction-outcome.ts';

/** What a transaction did, without what it cost and what its account became. */
export interface TransactionOutline
  extends Pick<Transaction, 'accountHash' | 'lt' | 'now' | 'origStatus' | 'endStatus'> {
  readonly inMessage: MessageOutline | null;
  readonly outMessages: readonly MessageOutline[];
  readonly outcome: TransactionOutcome;
}

/**
 * Reads of transactions of one bag what rules of actions need, in less than half of the time that all of it takes. For
 * transactions that were read before: what is left out is not checked.
 */
export class TransactionOutlines {
  /** By their cells, messages of which one end was read; see `LoadedMessages`. */
  readonly #messages = new Map<number, MessageOutline>();
  /** One cursor and one walk for all cells: what is made for each takes more time than reading it. */
  readonly #slice: CellSlice;
  readonly #walk: DictionaryWalk;

  constructor(bag: Bag) {
    this.#slice = bag.exoticSlice(0);
    this.#walk = new DictionaryWalk(bag, null, messageKeyBits);
  }

  /** Refuses what `loadTransaction` refuses. Of several faults it may tell another one. */
  read(cell: number): TransactionOutline {
    const slice = this.#slice;
    slice.moveTo(cell);
    const tag = slice.loadUint(4);
    if (tag !== transactionTag) throw badTag('Transaction', tag);
    const accountHash = slice.loadBytes(32);
    const lt = slice.loadUint64();
    // `prev_trans_hash` and `prev_trans_lt`.
    slice.skipBits(256 + 64);
    const now = slice.loadUint(32);
    slice.skipBits(messageKeyBits);
    const origStatus = loadAccountStatus(slice);
    const endStatus = loadAccountStatus(slice);
    const messages = slice.loadRef();
    // Behind the messages are `total_fees`, perhaps with currencies, and `state_update`: the description is the last.
    const description = slice.preloadRef(slice.remainingRefs - 1);
    slice.moveTo(messages);
    const inCell = slice.loadBit() ? slice.loadRef() : null;
    const outRoot = slice.loadBit() ? slice.loadRef() : null;
    const inMessage = inCell === null ? null : this.#messageIn(inCell);
    const outMessages = outRoot === null ? noMessages : this.#outMessages(outRoot);
    slice.moveTo(description);
    const outcome = loadTransactionOutcome(slice);
    return { accountHash, lt, now, origStatus, endStatus, inMessage, outMessages, outcome };
  }

  #messageIn(cell: number): MessageOutline {
    const known = this.#messages.get(cell);
    if (known !== undefined) {
      this.#messages.delete(cell);
      return known;
    }
    const message = loadMessageOutline(this.#slice, cell);
    this.#messages.set(cell, message);
    return message;
  }

  #outMessages(root: number): readonly MessageOutline[] {
    const messages: MessageOutline[] = [];
    const walk = this.#walk;
    walk.restart(root);
    while (walk.next()) {
      if (messages.length === outMessageCountMax) {
        throw new ChainModelError('bad_dictionary', 'A transaction has more out messages than are accepted', {
          cell: root,
          outMessageCountMax,
        });
      }
      messages.push(this.#messageIn(walk.slice.loadRef()));
      ensureRead(walk.slice, 'out message');
    }
    return messages;
  }
}

const noMessages: readonly MessageOutline[] = Object.freeze([]);
