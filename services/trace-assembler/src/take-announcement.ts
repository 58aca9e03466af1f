import type { AssembledRange } from '@tonriver/block-rows';
import type { ParsedBlock } from '@tonriver/events';
import { type LateRounds, rangesOf } from './late-rounds.ts';
import type { RoundCollector } from './round-collector.ts';

export interface TakeAnnouncementDependencies {
  readonly ranges: readonly AssembledRange[];
  readonly collector: RoundCollector;
  readonly lateRounds: LateRounds;
}

/** Keeps an announcement of a round that is to be assembled, or notes that an assembled round was announced again. */
export function takeAnnouncement(
  { ranges, collector, lateRounds }: TakeAnnouncementDependencies,
  block: ParsedBlock,
  offset: bigint,
): void {
  if (rangesOf(ranges, block.round).length === 0) collector.add(block, offset);
  else lateRounds.add(block.round, block);
}
