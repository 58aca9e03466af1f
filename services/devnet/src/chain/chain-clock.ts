import type { DevnetStore } from '@tonriver/devnet-store';

/** The clock of the chain: that of the computer, or ahead of it. */
export interface ChainClock {
  /** Seconds since 1970. */
  now(): number;
  readonly aheadSeconds: number;
  /** Puts the clock forward. It stays ahead after a restart. */
  advance(seconds: number): Promise<void>;
}

export function createChainClock(
  store: Pick<DevnetStore, 'clockAhead' | 'setClockAhead'>,
  computerMs: () => number,
): ChainClock {
  let ahead = store.clockAhead();
  return {
    now: () => Math.floor(computerMs() / 1000) + ahead,
    get aheadSeconds() {
      return ahead;
    },
    async advance(seconds) {
      await store.setClockAhead(ahead + seconds);
      ahead += seconds;
    },
  };
}
