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

/**
 * A condition for tables that begin with (workchain, account, lt), true for the given keys. It may be true for a few
 * more, one's account at the lt of another: readers take what they asked for. Sets of single columns cost the engine a
 * third less than one of whole keys, to read as text and to try on rows; the lt prunes partitions as well.
 */
export function transactionKeysCondition(keys: readonly TransactionKey[]): string {
  const workchains = new Set(keys.map(({ workchain }) => Number(workchain)));
  const accounts = new Set(keys.map(({ account }) => bytesLiteral(account)));
  const lts = new Set(keys.map(({ lt }) => lt.toString()));
  const listed = (values: ReadonlySet<number | string>): string => `IN (${[...values].join(', ')})`;
  return `workchain ${listed(workchains)} AND account ${listed(accounts)} AND lt ${listed(lts)}`;
}

/** A condition for tables that begin with (workchain, account); true for these accounts in all the workchains named. */
export function accountsCondition(
  accounts: readonly { readonly workchain: number; readonly accountHex: string }[],
): string {
  const workchains = new Set(accounts.map(({ workchain }) => Number(workchain)));
  const literals = new Set(accounts.map(({ accountHex }) => escapedLiteral(checkedHex(accountHex))));
  return `workchain IN (${[...workchains].join(', ')}) AND account IN (${[...literals].join(', ')})`;
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

/** True for rows that readers may see: of rounds up to the watermark, and of blocks stored without their round. */
export function visibleCondition(indexedSeqno: number): string {
  return `(mc_block_seqno IS NULL OR mc_block_seqno <= ${Math.max(indexedSeqno, 0)})`;
}
