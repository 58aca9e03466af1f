import { LRUCache } from 'lru-cache';
import type { SendingPlaces } from './sending-places.ts';

/** Knows for whom waiting makes no sense now, because their messages are not shown anyway. */
export interface MissedMessages {
  readonly isUnpaced: (account: string) => boolean;
  readonly noteShown: () => void;
  /** A message of the account was not shown in all the time that it was looked for. */
  readonly noteMissed: (account: string) => void;
}

/** For so long messages of the account do not wait. */
const UNPACED_MS = 10_000;
const UNPACED_ACCOUNTS_MAX = 10_000;
/** After so many in a row none of any account does. */
const IN_ROW_MAX = 16;

export function createMissedMessages(places: Pick<SendingPlaces, 'letGo'>, nowMs: () => number): MissedMessages {
  const accounts = new LRUCache<string, true>({ max: UNPACED_ACCOUNTS_MAX, ttl: UNPACED_MS });
  let unpacedUntilMs = Number.NEGATIVE_INFINITY;
  let inRow = 0;
  return {
    isUnpaced: (account) => nowMs() < unpacedUntilMs || accounts.has(account),
    noteShown: () => void (inRow = 0),
    noteMissed(account) {
      accounts.set(account, true);
      places.letGo(account);
      inRow += 1;
      if (inRow < IN_ROW_MAX) return;
      inRow = 0;
      unpacedUntilMs = nowMs() + UNPACED_MS;
      places.letGo();
    },
  };
}
