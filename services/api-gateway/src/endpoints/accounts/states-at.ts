import {
  accountAtKeyText,
  createShardEnds,
  finalityOf,
  hexOf,
  HoleError,
  isBeforeEnd,
  isInRange,
  isVisible,
  type NewestState,
  transactionKeyText,
  type Visibility,
} from '@tonriver/chain-reader';
import { type AccountKey, addressText } from './account-key.ts';
import { createKnownFrom } from './known-from.ts';
import { perReader } from './per-reader.ts';
import { createStateRows, readNewestStates, type StateRow } from './state-rows.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** The states of accounts at a watermark. */
export interface StatesAt {
  /** Known states by raw address, in the order of the accounts. */
  readonly states: ReadonlyMap<string, StateRow>;
  /**
   * True if an account without a state does not exist. Otherwise it is not known: it may have a state from before the
   * indexed range.
   */
  readonly isComplete: boolean;
}

const readings = perReader((reader) => ({
  rows: createStateRows(reader),
  shardEnds: createShardEnds(reader.stores.admitted),
  isKnownFrom: createKnownFrom(reader.stores.gated),
}));

/**
 * Reads the state of each account at the watermark: the newest one in rounds up to it. Partial blocks do not count,
 * unless nothing else is indexed. A state from before the indexed range counts only if every account was known there,
 * because the account may have changed in a round that is not stored.
 *
 * Access path: `latest_account_states` by account, mostly remembered; then `account_states` by account and lt. Only
 * accounts that changed after the watermark, or seem to have no state, need a third look-up, of their rows.
 *
 * @throws {HoleError} when `account_states` lacks the row of a newest state
 */
export async function readStatesAt(
  reader: AnswerReader,
  accounts: readonly AccountKey[],
  visibility: Visibility,
): Promise<StatesAt> {
  const { range } = visibility;
  const found = await readNewest(reader, accounts, visibility);
  // In the order of the request.
  const states = new Map(accounts.flatMap((key) => entryOf(found, key)));
  if (range === undefined) return { states, isComplete: false };
  const isOlder = (row: StateRow): boolean => !isInRange(visibility, row.mcBlockSeqno ?? undefined);
  const older = [...states].filter(([, row]) => isOlder(row));
  if (older.length === 0 && states.size === accounts.length) return { states, isComplete: true };
  const isComplete = await readings(reader).isKnownFrom(range);
  if (!isComplete) for (const [address] of older) states.delete(address);
  return { states, isComplete };
}

/** Returns by raw address the newest state up to the watermark, also from before the indexed range. */
async function readNewest(
  reader: AnswerReader,
  accounts: readonly AccountKey[],
  { range, indexedSeqno }: Visibility,
): Promise<ReadonlyMap<string, StateRow>> {
  const { rows, shardEnds } = readings(reader);
  const newest = await reader.accountCodes.getMany(accounts.map((key) => accountAtKeyText({ ...key, indexedSeqno })));
  const stored = accounts.filter((_key, index) => newest[index] !== undefined);
  // That an account has no state is remembered for a while, and may not be true any more.
  const others = accounts.filter((_key, index) => newest[index] === undefined);
  const read = await rows.getMany(accounts.flatMap((key, index) => keyTextsOf(key, newest[index])));
  const states = new Map<string, StateRow>();
  const unsure: { readonly key: AccountKey; readonly row: StateRow }[] = [];
  for (const [index, key] of stored.entries()) {
    const row = read[index];
    if (row === undefined) throw missingState(key);
    if (range === undefined || isOfRound(row, indexedSeqno)) states.set(addressText(key), row);
    else unsure.push({ key, row });
  }
  if (range === undefined || (others.length === 0 && unsure.length === 0)) return states;
  const ends = await shardEnds(indexedSeqno);
  for (const { key, row } of unsure) {
    // An initial state that no transaction changed yet.
    if (row.rowVersion === 0 && isBeforeEnd(ends, row)) states.set(addressText(key), row);
    else others.push(key);
  }
  if (others.length === 0) return states;
  for (const row of await readNewestStates(reader.stores.gated, others, { indexedSeqno, ends })) {
    states.set(addressText({ workchain: row.workchain, accountHex: hexOf(row.account) }), row);
  }
  return states;
}

function entryOf(states: ReadonlyMap<string, StateRow>, key: AccountKey): [string, StateRow][] {
  const address = addressText(key);
  const row = states.get(address);
  return row === undefined ? [] : [[address, row]];
}

function keyTextsOf(key: AccountKey, state: NewestState | undefined): readonly string[] {
  if (state === undefined) return [];
  return [transactionKeyText({ ...key, account: Buffer.from(key.accountHex, 'hex'), lt: state.lt })];
}

function isOfRound(row: StateRow, indexedSeqno: number): boolean {
  return finalityOf(row) === 'finalized' && isVisible(row, indexedSeqno);
}

function missingState(key: AccountKey): HoleError {
  return new HoleError({ table: 'account_states', requiredBy: 'latest_account_states', key: addressText(key) });
}
