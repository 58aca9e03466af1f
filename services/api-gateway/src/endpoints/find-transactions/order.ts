import { hashToBase64 } from '@tonriver/api-model';
import { compareTransactionKeys, type TransactionKey, type TransactionRecord } from '@tonriver/chain-reader';
import type { TransactionsRequest } from './request.ts';

/** The key of a transaction with its Unix time. */
export interface TimedKey {
  readonly key: TransactionKey;
  readonly now: number;
}

type Compare<Item> = (left: Item, right: Item) => number;

/** Returns the order of keys. Keys do not tell hashes, so it is not for requests that are ordered by hash. */
export function compareTimedKeys({
  order,
  orderBy,
}: Pick<TransactionsRequest, 'order' | 'orderBy'>): Compare<TimedKey> {
  const sign = order === 'asc' ? 1 : -1;
  return (left, right) =>
    sign * ((orderBy === 'now' ? left.now - right.now : 0) || compareTransactionKeys(left.key, right.key));
}

/** Returns the order of transactions. */
export function compareRecords(request: Pick<TransactionsRequest, 'order' | 'orderBy'>): Compare<TransactionRecord> {
  if (request.orderBy === 'hash') {
    const sign = request.order === 'asc' ? 1 : -1;
    return (left, right) => sign * compareHashTexts(left, right);
  }
  const compare = compareTimedKeys(request);
  return (left, right) => compare(timedKeyOf(left), timedKeyOf(right));
}

function timedKeyOf({ key, transaction }: TransactionRecord): TimedKey {
  return { key, now: transaction.now };
}

/** Tells whether a transaction comes after the given one, where the order is by `lt`. */
export function isAfter({ order, after }: TransactionsRequest, key: TransactionKey): boolean {
  if (after === undefined) return true;
  const compared = compareTransactionKeys(key, after);
  return order === 'asc' ? compared > 0 : compared < 0;
}

/** Compares hashes as the texts that the deployed service stores: base64. */
function compareHashTexts({ transaction: left }: TransactionRecord, { transaction: right }: TransactionRecord): number {
  return Buffer.compare(Buffer.from(hashToBase64(left.hash)), Buffer.from(hashToBase64(right.hash)));
}
