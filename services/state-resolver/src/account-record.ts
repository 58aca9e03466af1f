import type { CellStore } from '@tonriver/cell-store';

/** The state of an account that its next row of data follows from. */
export interface AccountRecord {
  /** Hash of its data, hex; null for none. */
  readonly data: string | null;
  /** Hash of its code, hex; null for none. */
  readonly code: string | null;
  /** Bytes of the last whole copy in `account_data`; 0 when there is none because the data could not be resolved. */
  readonly wholeBytes: number;
  /** Bytes and number of the changes that were written after it. */
  readonly changedBytes: number;
  readonly changeRows: number;
  /** Whether the record itself holds code and data in the store: the whole state around them is not known. */
  readonly isHeld: boolean;
}

export interface AccountName {
  readonly workchain: number;
  readonly account: Uint8Array;
}

/** Loads the newest record of an account in a range. A joined range looks under the names of both. */
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
 * Replaces an account's record under the newest name of the range, and releases what the old one held. A deleted
 * account keeps a record that says so: otherwise the record of an earlier range would count.
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
