import { LRUCache } from 'lru-cache';
import type { ReadTouchedAccounts } from '../blocks/touched-accounts.ts';
import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { runForCaller } from '../look-up/caller.ts';
import { type AccountAt, type NewestState, parseAccountAtKeyText } from './account-codes.ts';
import { hexOf } from '../store/bytes.ts';

/** Accounts that are remembered. One takes about 550 bytes, with its printed row of the address book. */
const ACCOUNTS_MAX = 100_000;
/** Rounds that are followed. After more of them it is cheaper to begin anew. */
const ROUNDS_MAX = 32;
/**
 * A code seldom changes without a new round: a partial block may change it. This bounds how long that is not seen.
 */
const KNOWN_MS = 10 * 60_000;
/** A state that is not known may become known without a new round: from an initial state, or from a partial block. */
const UNKNOWN_MS = 60_000;

export interface RememberedCodesDependencies {
  readonly codes: BatchedLookUp<NewestState>;
  readonly touchedAccounts: ReadTouchedAccounts;
  /** Network and versions, to which remembered states belong. */
  readonly cachePrefix: () => string;
}

/** Returns the key of an account in memory. */
export function accountText({ workchain, accountHex }: Pick<AccountAt, 'workchain' | 'accountHex'>): string {
  return `${workchain} ${accountHex}`;
}

/**
 * Remembers the newest visible states of accounts at the newest watermark. When the watermark moves, the accounts with
 * transactions in the new rounds are forgotten, so what is remembered equals what would be read.
 *
 * A request at an older watermark is answered from the store.
 */
export function createRememberedCodes(dependencies: RememberedCodesDependencies): BatchedLookUp<NewestState> {
  const { codes, touchedAccounts, cachePrefix } = dependencies;
  const remembered = new LRUCache<string, { readonly state: NewestState | undefined }>({
    max: ACCOUNTS_MAX,
    ttl: KNOWN_MS,
  });
  let at: { readonly prefix: string; readonly seqno: number } | undefined;
  let lastMove: Promise<void> = Promise.resolve();

  const moveTo = async (seqno: number): Promise<void> => {
    const next = { prefix: cachePrefix(), seqno };
    if (at !== undefined && at.prefix === next.prefix && seqno <= at.seqno) return;
    if (at === undefined || at.prefix !== next.prefix || seqno - at.seqno > ROUNDS_MAX) {
      remembered.clear();
      at = next;
      return;
    }
    const touched = await touchedAccounts(at.seqno + 1, seqno).catch(() => undefined);
    // The next request tries again. Until then states are read as if none were remembered.
    if (touched === undefined) return;
    for (const account of touched.keys()) remembered.delete(account);
    at = next;
  };

  const getMany = async (keys: readonly string[]): Promise<readonly (NewestState | undefined)[]> => {
    const asked = keys.map(parseAccountAtKeyText);
    const seqno = asked.reduce((most, { indexedSeqno }) => Math.max(most, indexedSeqno), 0);
    // One after the other, and not for one caller alone: others wait for it too.
    lastMove = lastMove.then(() => runForCaller(undefined, () => moveTo(seqno)));
    await lastMove;
    const isCurrent = (): boolean => at?.seqno === seqno && asked.every(({ indexedSeqno }) => indexedSeqno === seqno);
    if (!isCurrent()) return await codes.getMany(keys);
    const known = asked.map((account) => remembered.get(accountText(account)));
    const missing = keys.filter((_key, index) => known[index] === undefined);
    if (missing.length === 0) return known.map((entry) => entry?.state);
    const read = await codes.getMany(missing);
    const states = new Map(missing.map((key, index) => [key, read[index]]));
    // The watermark may have moved meanwhile: these states are of the older one.
    if (isCurrent()) {
      for (const [key, state] of states) {
        const entry = { state: state && ownCopy(state) };
        remembered.set(accountText(parseAccountAtKeyText(key)), entry, {
          ttl: state === undefined ? UNKNOWN_MS : KNOWN_MS,
        });
      }
    }
    return keys.map((key, index) => (known[index] ?? { state: states.get(key) }).state);
  };

  return { get: async (key) => (await getMany([key]))[0], getMany };
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
