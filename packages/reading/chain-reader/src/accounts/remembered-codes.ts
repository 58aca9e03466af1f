import type { ReadTouchedAccounts } from '../blocks/touched-accounts.ts';
import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { runForCaller } from '../look-up/caller.ts';
import { accountAtKeyText, type NewestState, parseAccountAtKeyText } from './account-codes.ts';
import { type AccountKey, createRememberedStates, type TouchedAccount } from './remembered-states.ts';

/** Rounds that are followed. After more of them it is cheaper to begin anew. */
const ROUNDS_MAX = 32;
/** Accounts that are read ahead together. Further ones are read when they are asked for. */
const AHEAD_MAX = 32;

/** An account, and its newest visible state. */
interface RenewedAccount {
  readonly account: AccountKey;
  readonly state: NewestState;
}

export interface RememberedCodesDependencies {
  readonly codes: BatchedLookUp<NewestState>;
  readonly touchedAccounts: ReadTouchedAccounts;
  /** Network and versions, to which remembered states belong. */
  readonly cachePrefix: () => string;
}

/** The newest visible states of accounts, by `accountAtKeyText`. */
export interface RememberedCodes extends BatchedLookUp<NewestState> {
  /**
   * Moves to a newer watermark before requests come with it, and reads the states of accounts that are asked for again
   * and again and have transactions in the new rounds. Returns those. No request waits for it. Fails as look-ups do.
   */
  readAhead(this: void, indexedSeqno: number): Promise<readonly RenewedAccount[]>;
}

/**
 * Remembers the newest visible states of accounts at the newest watermark, and at the one before. When the watermark
 * moves, the accounts with transactions in the new rounds are forgotten, so what is remembered equals what would be
 * read.
 *
 * A request at an older watermark is answered from the store.
 */
export function createRememberedCodes(dependencies: RememberedCodesDependencies): RememberedCodes {
  const { codes, touchedAccounts, cachePrefix } = dependencies;
  const remembered = createRememberedStates();
  let usedAt = 0;
  let lastMove: Promise<unknown> = Promise.resolve();

  const moveTo = async (seqno: number): Promise<readonly TouchedAccount[]> => {
    const next = { prefix: cachePrefix(), seqno };
    const { at } = remembered;
    if (at?.prefix === next.prefix && seqno <= at.seqno) return [];
    if (at?.prefix !== next.prefix || seqno - at.seqno > ROUNDS_MAX) {
      remembered.clear(next);
      return [];
    }
    const touched = await touchedAccounts(at.seqno + 1, seqno).catch(() => undefined);
    // The next request tries again. Until then states are read as if none were remembered.
    return touched === undefined ? [] : remembered.advance(next, touched);
  };
  /** One after the other, and not for one caller alone: others wait for it too. */
  const move = async (seqno: number): Promise<readonly TouchedAccount[]> => {
    const moving = lastMove.then(() => runForCaller(undefined, () => moveTo(seqno)));
    lastMove = moving;
    return await moving;
  };

  const getMany = async (keys: readonly string[]): Promise<readonly (NewestState | undefined)[]> => {
    const asked = keys.map(parseAccountAtKeyText);
    const seqno = asked.reduce((most, { indexedSeqno }) => Math.max(most, indexedSeqno), 0);
    const point = { prefix: cachePrefix(), seqno };
    usedAt = Math.max(usedAt, seqno);
    if (remembered.at?.prefix !== point.prefix || seqno > remembered.at.seqno) await move(seqno);
    const isOfPoint = asked.every(({ indexedSeqno }) => indexedSeqno === seqno);
    if (!isOfPoint || !remembered.isAt(point)) return await codes.getMany(keys);
    const known = asked.map((account) => remembered.known(account, point));
    const missing = keys.filter((_key, index) => known[index] === undefined);
    if (missing.length === 0) return known.map((entry) => entry?.state);
    const read = await codes.getMany(missing);
    const states = new Map(missing.map((key, index) => [key, read[index]]));
    // The watermark may have moved meanwhile: then these states are of the older one, and not remembered.
    for (const [key, state] of states) remembered.remember(parseAccountAtKeyText(key), state, point);
    return keys.map((key, index) => (known[index] ?? { state: states.get(key) }).state);
  };

  return {
    get: async (key) => (await getMany([key]))[0],
    getMany,
    async readAhead(indexedSeqno) {
      // While nobody asks, nothing is read.
      if (indexedSeqno - usedAt > ROUNDS_MAX) return [];
      const touched = (await move(indexedSeqno)).slice(0, AHEAD_MAX);
      if (touched.length === 0) return [];
      const point = { prefix: cachePrefix(), seqno: indexedSeqno };
      const keys = touched.map(({ account }) => accountAtKeyText({ ...account, indexedSeqno }));
      const states = await runForCaller(undefined, () => codes.getMany(keys));
      const renewed = touched.flatMap(({ account, lt }, index) => {
        const state = states[index];
        // A replica that is behind does not have the state yet.
        return state === undefined || state.lt < lt ? [] : [{ account, state }];
      });
      for (const { account, state } of renewed) remembered.renew(account, state, point);
      return renewed;
    },
  };
}
