import type { AssembledRange } from '@tonriver/block-rows';

/**
 * Assembled rounds that were announced again. Their rows and the watermarks have to follow, or they would depend on the
 * order of the announcements: another parser may have written the blocks, or the round begins a range.
 */
export interface LateRounds {
  add(round: number, announced: { readonly isRangeStart: boolean }): void;
  has(round: number): boolean;
  /** Returns the lowest rounds, ascending, at most so many. */
  first(count: number): readonly LateRound[];
  forget(rounds: readonly LateRound[]): void;
  clear(): void;
  readonly size: number;
}

export interface LateRound {
  readonly seqno: number;
  /** Whether an announcement says that a range begins here. */
  readonly isRangeStart: boolean;
}

export function createLateRounds(): LateRounds {
  const rounds = new Map<number, boolean>();
  return {
    add: (seqno, { isRangeStart }) => void rounds.set(seqno, isRangeStart || rounds.get(seqno) === true),
    has: (seqno) => rounds.has(seqno),
    first: (count) =>
      [...rounds]
        .toSorted(([left], [right]) => left - right)
        .slice(0, count)
        .map(([seqno, isRangeStart]) => ({ seqno, isRangeStart })),
    forget(done) {
      for (const { seqno } of done) rounds.delete(seqno);
    },
    clear: () => rounds.clear(),
    get size() {
      return rounds.size;
    },
  };
}

/** Returns the ranges that hold a round: none before it is assembled, two while one takes over the other's rounds. */
export function rangesOf(ranges: readonly AssembledRange[], round: number): readonly AssembledRange[] {
  return ranges.filter(({ first, last }) => first <= round && round <= last);
}
