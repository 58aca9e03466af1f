import {
  type LibraryRecord,
  packBits,
  packLibraries,
  packStatePlaces,
  resolvedChecksum,
  type StatePlaceRecord,
} from '@tonriver/block-rows';
import { equalBytes, type Hash, shardFromHex, shardToHex, shardToSigned, WHOLE_SHARD } from '@tonriver/chain-model';
import type { ChangedAccount, ShardPlace, StateBlock } from './decode-block.ts';
import type { AccountWritten } from './resolve-account.ts';
import type { ResolvedRange } from './resolved-range.ts';
import type { ResolverRows } from './resolver-rows.ts';

/** An account of a block, and which rows it has. */
export interface AccountRecordNote extends AccountWritten {
  readonly account: Hash;
  readonly lt: bigint;
  /** The block shows the state before it, which the parser stores. */
  readonly isBeforeShown: boolean;
}

/**
 * Which rows were written for a block. The record becomes rows itself at the end of its round: by then a source of
 * accounts may have brought more, and it is known whether the range is complete.
 */
export interface BlockRecord {
  readonly place: ShardPlace;
  accounts: readonly AccountRecordNote[];
  /** Initial states whose rows were written with the block. */
  readonly initialStates: readonly ShardPlace[];
  readonly libraries: readonly LibraryRecord[];
}

export function blockRecord(
  block: StateBlock,
  written: readonly AccountWritten[],
  initialStates: readonly ShardPlace[],
  libraries: readonly LibraryRecord[] = [],
): BlockRecord {
  const { workchain, shard, seqno } = block;
  const accounts = block.accounts.map((account, index) => noteOf(account, written[index] ?? nothingWritten));
  return { place: { workchain, shard, seqno }, accounts, initialStates, libraries };
}

const nothingWritten: AccountWritten = { hasData: false, hasCode: false };

function noteOf({ account, lt, isBeforeShown }: ChangedAccount, written: AccountWritten): AccountRecordNote {
  return { account, lt, isBeforeShown, ...written };
}

/** Adds to the records that more rows of an account were written after its block. */
export function addToRecords(
  records: readonly BlockRecord[],
  workchain: number,
  { account, lt }: Pick<AccountRecordNote, 'account' | 'lt'>,
  { hasData, hasCode }: AccountWritten,
): void {
  for (const record of records) {
    if (record.place.workchain !== workchain) continue;
    record.accounts = record.accounts.map((note) =>
      note.lt === lt && equalBytes(note.account, account)
        ? { ...note, hasData: note.hasData || hasData, hasCode: note.hasCode || hasCode }
        : note,
    );
  }
}

/** Adds the two rows that say which rows a block has. The range 0 is for partial blocks. */
export function addRecordRows(
  rows: Pick<ResolverRows, 'resolvedBlocks' | 'resolvedAccounts'>,
  { place, accounts, initialStates, libraries }: BlockRecord,
  { rangeSeqno, isComplete }: { readonly rangeSeqno: number; readonly isComplete: boolean },
): void {
  const key = { ...signedPlace(place), rangeSeqno };
  const block = {
    ...key,
    isComplete,
    initialStates: packStatePlaces(initialStates.map(signedPlace)),
    libraries: packLibraries(libraries),
  };
  const ofAccounts = {
    ...key,
    dataRows: packBits(accounts.map(({ hasData }) => hasData)),
    codeTrees: packBits(accounts.map(({ hasCode }) => hasCode)),
    statesBefore: packBits(accounts.map(({ isBeforeShown }) => isBeforeShown)),
  };
  rows.resolvedAccounts.add(ofAccounts);
  rows.resolvedBlocks.add({ ...block, checksum: resolvedChecksum(block, ofAccounts) });
}

/**
 * Adds a record for a range that was resolved before records were kept: one of its last round, which says only how far
 * the range goes and whether it is complete.
 */
export function addRangeRecord(rows: ResolverRows, { first, last, isComplete }: ResolvedRange): void {
  const place = { workchain: -1, shard: shardToHex(WHOLE_SHARD), seqno: last };
  const record = { place, accounts: [], initialStates: [], libraries: [] };
  addRecordRows(rows, record, { rangeSeqno: first, isComplete });
}

function signedPlace({ workchain, shard, seqno }: ShardPlace): StatePlaceRecord {
  return { workchain, shard: shardToSigned(shardFromHex(shard)), seqno };
}
