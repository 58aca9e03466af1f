import type { Bag, Cell } from '@tonriver/boc';
import type { AccountStatus } from '../account/account-status.ts';
import { type Message, type MessageParts, resolveMessage } from '../message/message.ts';
import type { CurrencyCollection } from '../primitives/currency-collection.ts';
import type { Hash } from '../primitives/hash.ts';
import type { TransactionDescription } from './transaction-description.ts';

/** A transaction as it is written: what `storeTransaction` needs. */
export interface TransactionParts<C = number> {
  /** The account's address inside the workchain of its block. */
  readonly accountHash: Hash;
  readonly lt: bigint;
  /** Zero for the account's first transaction. */
  readonly prevTransHash: Hash;
  readonly prevTransLt: bigint;
  /** Unix seconds. */
  readonly now: number;
  readonly outMessageCount: number;
  readonly origStatus: AccountStatus;
  readonly endStatus: AccountStatus;
  readonly inMessage: MessageParts<C> | null;
  /** By key 0, 1, 2 … */
  readonly outMessages: readonly MessageParts<C>[];
  readonly totalFees: CurrencyCollection;
  /** Representation hash of the account's cell before. */
  readonly oldStateHash: Hash;
  readonly newStateHash: Hash;
  readonly description: TransactionDescription<C>;
}

/** A transaction as it was read. `C` is a cell number of its bag (`loadTransaction`), or a heap cell. */
export interface Transaction<C = number> extends TransactionParts<C> {
  /** The transaction's own cell; its representation hash is the transaction's hash. */
  readonly cell: C;
  readonly inMessage: Message<C> | null;
  readonly outMessages: readonly Message<C>[];
  /** True when `storeTransaction` of these fields gives the identical cell. */
  readonly isCanonical: boolean;
}

/** The same transaction with heap cells. */
export function resolveTransaction(bag: Bag, transaction: Transaction): Transaction<Cell> {
  const { inMessage, outMessages, description } = transaction;
  return {
    ...transaction,
    cell: bag.toCell(transaction.cell),
    inMessage: inMessage === null ? null : resolveMessage(bag, inMessage),
    outMessages: outMessages.map((message) => resolveMessage(bag, message)),
    description: resolveDescription(bag, description),
  };
}

function resolveDescription(bag: Bag, description: TransactionDescription): TransactionDescription<Cell> {
  if (description.type === 'split_install' || description.type === 'merge_install') {
    return { ...description, prepareTransaction: bag.toCell(description.prepareTransaction) };
  }
  return { ...description };
}
