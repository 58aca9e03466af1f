import type { DevnetStore } from '@tonriver/devnet-store';
import { DevnetError } from '../devnet-error.ts';
import { createTurns } from './turns.ts';

/** The clock of the chain: that of the computer, or ahead of it. */
export interface ChainClock {
  /** Seconds since 1970. */
  now(): number;
  readonly aheadSeconds: number;
  /**
   * Puts the clock forward. It stays ahead after a restart.
   *
   * @throws {DevnetError} `bad_request` when it would be later than any block may be
   */
  advance(seconds: number): Promise<void>;
}

/** Blocks have times of 32 bits, which end in 2106; contracts must still be able to name times that come later. */
const LATEST_SECOND = Date.UTC(2100, 0) / 1000;

export function createChainClock(
  store: Pick<DevnetStore, 'clockAhead' | 'setClockAhead'>,
  computerMs: () => number,
): ChainClock {
  let ahead = store.clockAhead();
  const turns = createTurns();
  const put = async (seconds: number): Promise<void> => {
    const next = ahead + seconds;
    if (Math.floor(computerMs() / 1000) + next > LATEST_SECOND) {
      throw new DevnetError('bad_request', 'seconds: the clock of a chain goes to the year 2100 at most');
    }
    await store.setClockAhead(next);
    ahead = next;
  };
  return {
    now: () => Math.floor(computerMs() / 1000) + ahead,
    get aheadSeconds() {
      return ahead;
    },
    // One after the other: each begins where the one before has put the clock.
    advance: (seconds) => turns.take('clock', () => put(seconds)),
  };
}
