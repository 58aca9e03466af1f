import { LRUCache } from 'lru-cache';
import { hexOf } from '../store/bytes.ts';
import type { TouchedAccounts } from '../blocks/touched-accounts.ts';
import type { AccountAt, NewestState } from './account-codes.ts';

/** Accounts that are remembered. One takes about 550 bytes, with its printed row of the address book. */
const ACCOUNTS_MAX = 100_000;
/**
 * A code seldom changes without a new round: a partial block may change it. This bounds how long that is not seen.
 */
const KNOWN_MS = 10 * 60_000;
/** A state that is not known may become known without a new round: from an initial state, or from a partial block. */
const UNKNOWN_MS = 60_000;

/** Rounds after which an account that nobody asked for is not wanted any more. */
const USED_WITHIN_ROUNDS = 32;

/** An account, without a watermark. */
export type AccountKey = Pick<AccountAt, 'workchain' | 'accountHex'>;

/** An account with transactions in some rounds, and the lt of the last one. */
export interface TouchedAccount {
  readonly account: AccountKey;
  readonly lt: bigint;
}

/** A watermark, and the network and versions at that time. */
interface Point {
  readonly prefix: string;
  readonly seqno: number;
}

interface Remembered {
  readonly state: NewestState | undefined;
  /** The newest watermark at which it was asked for. */
  usedAt: number;
  /** It was asked for at another watermark before. */
  isAskedAgain: boolean;
}

/** States of accounts at the newest watermark, and at the one before it. */
export interface RememberedStates {
  /** The newest watermark. */
  readonly at: Point | undefined;
  /** Tells whether states at this watermark can be remembered. */
  isAt(point: Point): boolean;
  /** Returns what is remembered of an account, for a request at this watermark. */
  known(account: AccountKey, point: Point): Pick<Remembered, 'state'> | undefined;
  /** Remembers what a request asked for. Only a state at the newest watermark is remembered. */
  remember(account: AccountKey, state: NewestState | undefined, point: Point): void;
  /** Remembers what was read ahead: that nobody has asked for it here is remembered too. */
  renew(account: AccountKey, state: NewestState | undefined, point: Point): void;
  /**
   * Moves on, and forgets the accounts with transactions in the new rounds. Returns those that somebody asked for again
   * and again, lately.
   */
  advance(next: Point, touched: TouchedAccounts): readonly TouchedAccount[];
  /** Begins anew. */
  clear(next: Point): void;
}

/** Returns the key of an account in memory. */
export function accountText({ workchain, accountHex }: AccountKey): string {
  return `${workchain} ${accountHex}`;
}

export function createRememberedStates(): RememberedStates {
  const newest = new LRUCache<string, Remembered>({ max: ACCOUNTS_MAX, ttl: KNOWN_MS });
  let at: Point | undefined;
  /** The watermark before, and what was remembered then of accounts that changed since. */
  let before: { readonly at: Point; readonly changed: ReadonlyMap<string, Remembered | undefined> } | undefined;
  const set = (account: AccountKey, { state, usedAt, isAskedAgain }: Remembered): void => {
    const entry = { state: state && ownCopy(state), usedAt, isAskedAgain };
    newest.set(accountText(account), entry, { ttl: state === undefined ? UNKNOWN_MS : KNOWN_MS });
  };
  return {
    get at() {
      return at;
    },
    isAt: (point) => isSame(at, point) || isSame(before?.at, point),
    known(account, point) {
      const text = accountText(account);
      const isChanged = !isSame(at, point) && before?.changed.has(text) === true;
      const entry = isChanged ? before?.changed.get(text) : newest.get(text);
      if (entry !== undefined && point.seqno > entry.usedAt) {
        entry.usedAt = point.seqno;
        entry.isAskedAgain = true;
      }
      return entry;
    },
    remember(account, state, point) {
      const isAskedAgain = before?.changed.get(accountText(account)) !== undefined;
      if (isSame(at, point)) set(account, { state, usedAt: point.seqno, isAskedAgain });
    },
    renew(account, state, point) {
      const asked = before?.changed.get(accountText(account));
      // A request was quicker.
      if (!isSame(at, point) || asked === undefined || newest.has(accountText(account))) return;
      set(account, { ...asked, state });
    },
    advance(next, touched) {
      const changed = new Map<string, Remembered | undefined>();
      const wanted: TouchedAccount[] = [];
      for (const [text, lt] of touched) {
        const entry = newest.peek(text);
        changed.set(text, entry);
        newest.delete(text);
        if (entry === undefined || !entry.isAskedAgain || next.seqno - entry.usedAt > USED_WITHIN_ROUNDS) continue;
        const [workchain, accountHex = ''] = text.split(' ');
        wanted.push({ account: { workchain: Number(workchain), accountHex }, lt });
      }
      before = at && { at, changed };
      at = next;
      return wanted;
    },
    clear(next) {
      newest.clear();
      [at, before] = [next, undefined];
    },
  };
}

function isSame(left: Point | undefined, { prefix, seqno }: Point): boolean {
  return left?.seqno === seqno && left.prefix === prefix;
}

/** Code hashes that are remembered: many accounts share one. */
const CODES_MAX = 4_096;
const codeHashes = new LRUCache<string, Uint8Array>({ max: CODES_MAX });

/** Returns a copy: a view would keep the bytes of a whole result in memory as long as one account is remembered. */
function ownCopy({ lt, codeHash }: NewestState): NewestState {
  if (codeHash === null) return { lt, codeHash };
  const text = hexOf(codeHash);
  const own = codeHashes.get(text) ?? Uint8Array.from(codeHash);
  codeHashes.set(text, own);
  return { lt, codeHash: own };
}
