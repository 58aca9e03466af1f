import { hexOf } from '../store/bytes.ts';

/** The identity of a transaction: the account and the logical time. */
export interface TransactionKey {
  readonly workchain: number;
  readonly account: Uint8Array;
  readonly lt: bigint;
  /** Round of its block, if it is known: then the transaction is found at once. */
  readonly mcBlockSeqno?: number | null;
}

/** Prints a key as `0:AB…:123`, for maps, batches and cache keys. */
export function transactionKeyText({ workchain, account, lt }: TransactionKey): string {
  return `${workchain}:${hexOf(account)}:${lt}`;
}

/** The inverse of `transactionKeyText`. */
export function parseTransactionKeyText(text: string): TransactionKey {
  const [workchain = '', account = '', lt = ''] = text.split(':');
  return { workchain: Number(workchain), account: Buffer.from(account, 'hex'), lt: BigInt(lt) };
}

/** The total order of transactions in answers: logical time, then workchain, then account. */
export function compareTransactionKeys(left: TransactionKey, right: TransactionKey): number {
  if (left.lt !== right.lt) return left.lt < right.lt ? -1 : 1;
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  return Buffer.compare(left.account, right.account);
}
