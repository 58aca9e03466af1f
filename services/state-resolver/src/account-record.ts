import type { CellStore } from '@tonriver/cell-store';

/** What is remembered of an account between its blocks, so that its next row of data follows from the last. */
export interface AccountRecord {
  /** Hash of its data, hex; null for none. */
  readonly data: string | null;
  /** Hash of its code, hex; null for none. */
  readonly code: string | null;
  /** Bytes of the last whole copy in `account_data`; 0 when the data could not be resolved: no row has it. */
  readonly wholeBytes: number;
  /** Bytes and number of the changes written since. */
  readonly changedBytes: number;
  readonly changeRows: number;
  /** The record itself holds code and data: the state that they lie in is not known. */
  readonly isHeld: boolean;
}

export interface AccountName {
  readonly workchain: number;
  readonly account: Uint8Array;
}

/** The account as the range last saw it; ranges that grew together look where the earlier one wrote. */
export function loadAccountRecord(
  store: CellStore,
  lineage: readonly number[],
  name: AccountName,
): AccountRecord | undefined {
  for (const range of lineage) {
    const value = store.record(keyOf(range, name));
    if (value !== undefined) return JSON.parse(Buffer.from(value).toString('utf8')) as AccountRecord;
  }
  return undefined;
}

/**
 * Replaces an account's record under the newest name of the range, and gives up what the old one held. An account that
 * has gone keeps a record that says so: an earlier range may have another.
 */
export function replaceAccountRecord(
  store: CellStore,
  lineage: readonly number[],
  name: AccountName,
  change: { readonly from: AccountRecord | undefined; readonly to: AccountRecord },
): void {
  const [newest = 0, ...earlier] = lineage;
  for (const range of earlier) store.removeRecord(keyOf(range, name));
  store.putRecord(keyOf(newest, name), Buffer.from(JSON.stringify(change.to)));
  if (change.from?.isHeld !== true) return;
  for (const hash of [change.from.data, change.from.code]) {
    if (hash !== null) store.release(Buffer.from(hash, 'hex'));
  }
}

function keyOf(range: number, { workchain, account }: AccountName): string {
  const hex = Buffer.from(account.buffer, account.byteOffset, account.byteLength).toString('hex');
  return `account/${range}/${workchain}/${hex}`;
}
