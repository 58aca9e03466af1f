import type { AssembledRange } from '@tonriver/block-rows';

/**
 * Assembled rounds that were announced again. Their rows and the watermarks have to follow, or they would depend on the
 * order of the announcements: another parser may have written the blocks, or the round begins a range.
 */
export interface LateRounds {
  add(round: number, announced: { readonly isRangeStart: boolean; readonly rowVersion: number }): void;
  has(round: number): boolean;
  /** Returns the rounds that wait longest, at most so many. */
  first(count: number): readonly LateRound[];
  forget(rounds: readonly LateRound[]): void;
  /** Puts a round behind the others, to be looked at again. Returns how often that was done. */
  postpone(round: LateRound): number;
  clear(): void;
  readonly size: number;
}

export interface LateRound {
  readonly seqno: number;
  /** Whether an announcement says that a range begins here. */
  readonly isRangeStart: boolean;
  /** The highest that was announced of a block of the round. */
  readonly rowVersion: number;
}

interface WaitingRound extends LateRound {
  readonly postponed: number;
}

export function createLateRounds(): LateRounds {
  const rounds = new Map<number, WaitingRound>();
  return {
    add(seqno, { isRangeStart, rowVersion }) {
      const before = rounds.get(seqno);
      rounds.set(seqno, {
        seqno,
        isRangeStart: isRangeStart || before?.isRangeStart === true,
        rowVersion: Math.max(rowVersion, before?.rowVersion ?? 0),
        postponed: 0,
      });
    },
    has: (seqno) => rounds.has(seqno),
    first(count) {
      const found: LateRound[] = [];
      for (const round of rounds.values()) {
        if (found.length === count) break;
        found.push(round);
      }
      return found;
    },
    forget(done) {
      for (const { seqno } of done) rounds.delete(seqno);
    },
    postpone({ seqno }) {
      const round = rounds.get(seqno);
      if (round === undefined) return 0;
      rounds.delete(seqno);
      rounds.set(seqno, { ...round, postponed: round.postponed + 1 });
      return round.postponed + 1;
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
