import type { AssembledRange } from '@tonriver/block-rows';
import type { ParsedBlock } from '@tonriver/events';
import { type LateStarts, rangesOf } from './late-starts.ts';
import type { RoundCollector } from './round-collector.ts';

export interface TakeAnnouncementDependencies {
  readonly ranges: readonly AssembledRange[];
  readonly collector: RoundCollector;
  readonly lateStarts: LateStarts;
}

/** Keeps what an announcement leaves to do: all of it, only that its assembled round begins a range, or nothing. */
export function takeAnnouncement(
  { ranges, collector, lateStarts }: TakeAnnouncementDependencies,
  block: ParsedBlock,
  offset: bigint,
): void {
  const holding = rangesOf(ranges, block.round);
  if (holding.length === 0) collector.add(block, offset);
  else if (block.isRangeStart && !holding.some(({ starts }) => starts.has(block.round))) lateStarts.add(block.round);
}
