import { hexOf } from './bytes.ts';
import type { TransactionKey } from './transaction-key.ts';

// Key lists are written as literals: the engine folds them into a set that its primary index uses. What goes in is
// hexadecimal that this module made and numbers, never a caller's text.

/** One byte string, as a plain literal: a call like `unhex('…')` per key would cost more than the key's rows. */
export function bytesLiteral(bytes: Uint8Array): string {
  return escapedLiteral(hexOf(bytes));
}

/** A list of byte strings given as hexadecimal, for `IN`. */
export function hexListLiteral(hexes: readonly string[]): string {
  return `(${hexes.map((hex) => escapedLiteral(checkedHex(hex))).join(', ')})`;
}

function escapedLiteral(hex: string): string {
  return `'${hex.replace(/../g, '\\x$&')}'`;
}

function checkedHex(hex: string): string {
  if (!/^(?:[0-9A-F]{2})*$/.test(hex)) throw new TypeError('Only hexadecimal goes into a literal');
  return hex;
}

/** A condition for tables that begin with (workchain, account, lt); the bare lt prunes partitions. */
export function transactionKeysCondition(keys: readonly TransactionKey[]): string {
  const tuples = keys.map(({ workchain, account, lt }) => `(${Number(workchain)}, ${bytesLiteral(account)}, ${lt})`);
  const lts = new Set(keys.map(({ lt }) => lt.toString()));
  return `(workchain, account, lt) IN (${tuples.join(', ')}) AND lt IN (${[...lts].join(', ')})`;
}

/** A condition for tables that begin with (workchain, account). */
export function accountsCondition(
  accounts: readonly { readonly workchain: number; readonly accountHex: string }[],
): string {
  const tuples = accounts.map(
    ({ workchain, accountHex }) => `(${Number(workchain)}, ${escapedLiteral(checkedHex(accountHex))})`,
  );
  return `(workchain, account) IN (${tuples.join(', ')})`;
}

/** A condition for tables that begin with (workchain, shard, seqno). */
export function blockKeysCondition(
  keys: readonly { readonly workchain: number; readonly shard: bigint; readonly seqno: number }[],
): string {
  const tuples = keys.map(
    ({ workchain, shard, seqno }) => `(${Number(workchain)}, toInt64('${BigInt(shard)}'), ${Number(seqno)})`,
  );
  return `(workchain, shard, seqno) IN (${tuples.join(', ')})`;
}

/** What readers may see: rounds up to the watermark, and blocks that are stored without their round. */
export function visibleCondition(indexedSeqno: number): string {
  return `(mc_block_seqno IS NULL OR mc_block_seqno <= ${Math.max(indexedSeqno, 0)})`;
}
