import { hexOf } from './bytes.ts';
import type { TransactionKey } from '../transactions/transaction-key.ts';

// Key lists are written as literals, because the engine makes a set of them that its primary index uses. Only numbers
// and hexadecimal printed by this module are inserted, never a caller's text.

/** Prints a byte string as a plain literal. A call such as `unhex('…')` per key would cost more than its rows. */
export function bytesLiteral(bytes: Uint8Array): string {
  return escapedLiteral(hexOf(bytes));
}

/** Prints a list of byte strings, given as hexadecimal, for `IN`. */
export function hexListLiteral(hexes: readonly string[]): string {
  return `(${hexes.map((hex) => escapedLiteral(checkedHex(hex))).join(', ')})`;
}

function escapedLiteral(hex: string): string {
  return `'${hex.replace(/../g, '\\x$&')}'`;
}

function checkedHex(hex: string): string {
  if (!/^(?:[0-9A-F]{2})*$/.test(hex)) throw new TypeError('A key is not upper-case hexadecimal');
  return hex;
}

/**
 * Returns a condition for tables sorted by (workchain, account, lt), true for the given keys. It may be true for a few
 * more (one account at the lt of another), so callers must select their keys. Sets of single columns take the engine a
 * third less time than one of whole keys, and the lt also excludes partitions.
 */
export function transactionKeysCondition(keys: readonly TransactionKey[]): string {
  const workchains = new Set(keys.map(({ workchain }) => Number(workchain)));
  const accounts = new Set(keys.map(({ account }) => bytesLiteral(account)));
  const lts = new Set(keys.map(({ lt }) => lt.toString()));
  const listed = (values: ReadonlySet<number | string>): string => `IN (${[...values].join(', ')})`;
  return `workchain ${listed(workchains)} AND account ${listed(accounts)} AND lt ${listed(lts)}`;
}

/** Returns a condition for tables sorted by (workchain, account), for these accounts in all given workchains. */
export function accountsCondition(
  accounts: readonly { readonly workchain: number; readonly accountHex: string }[],
): string {
  const workchains = new Set(accounts.map(({ workchain }) => Number(workchain)));
  const literals = new Set(accounts.map(({ accountHex }) => escapedLiteral(checkedHex(accountHex))));
  return `workchain IN (${[...workchains].join(', ')}) AND account IN (${[...literals].join(', ')})`;
}

/** Returns a condition for tables sorted by (workchain, shard, seqno). */
export function blockKeysCondition(
  keys: readonly { readonly workchain: number; readonly shard: bigint; readonly seqno: number }[],
): string {
  const tuples = keys.map(
    ({ workchain, shard, seqno }) => `(${Number(workchain)}, toInt64('${BigInt(shard)}'), ${Number(seqno)})`,
  );
  return `(workchain, shard, seqno) IN (${tuples.join(', ')})`;
}

/** Returns a condition for visible rows: those of rounds up to the watermark, and of partial blocks. */
export function visibleCondition(indexedSeqno: number): string {
  return `(mc_block_seqno IS NULL OR mc_block_seqno <= ${Math.max(indexedSeqno, 0)})`;
}
