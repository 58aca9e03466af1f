import type { AssembledRange } from '@tonriver/block-rows';

/**
 * Assembled rounds of which an announcement said only afterwards that they begin a range. Their rows and the watermarks
 * must say so as well: otherwise the rows would depend on the order of the announcements.
 */
export interface LateStarts {
  add(round: number): void;
  has(round: number): boolean;
  /** Ascending. */
  all(): readonly number[];
  forget(rounds: readonly number[]): void;
  clear(): void;
}

export function createLateStarts(): LateStarts {
  const rounds = new Set<number>();
  return {
    add: (round) => void rounds.add(round),
    has: (round) => rounds.has(round),
    all: () => [...rounds].toSorted((left, right) => left - right),
    forget(told) {
      for (const round of told) rounds.delete(round);
    },
    clear: () => rounds.clear(),
  };
}

/** Returns the ranges that hold a round: none before it is assembled, two while one takes over the other's rounds. */
export function rangesOf(ranges: readonly AssembledRange[], round: number): readonly AssembledRange[] {
  return ranges.filter(({ first, last }) => first <= round && round <= last);
}
