import type { AssembledRange } from '@tonriver/block-rows';
import type { ParsedBlock } from '@tonriver/events';
import type { RoundCollector } from './round-collector.ts';

/**
 * Rounds that are assembled and of which an announcement says only afterwards that they begin a range. Their rows and
 * the watermarks have to say so too: otherwise they would tell in which order the announcements came.
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

/** The range that holds a round, if it is assembled. */
export function rangeOf(ranges: readonly AssembledRange[], round: number): AssembledRange | undefined {
  return ranges.find(({ first, last }) => first <= round && round <= last);
}

/**
 * Keeps of an announcement what is still to be done: all of it, only that its round begins a range, or nothing.
 */
export function takeAnnouncement(
  {
    ranges,
    collector,
    lateStarts,
  }: {
    readonly ranges: readonly AssembledRange[];
    readonly collector: RoundCollector;
    readonly lateStarts: LateStarts;
  },
  block: ParsedBlock,
): void {
  const range = rangeOf(ranges, block.round);
  if (range === undefined) collector.add(block);
  else if (block.isRangeStart && !range.starts.has(block.round)) lateStarts.add(block.round);
}
