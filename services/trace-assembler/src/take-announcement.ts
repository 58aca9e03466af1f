import type { AssembledRange } from '@tonriver/block-rows';
import type { ParsedBlock } from '@tonriver/events';
import { type LateStarts, rangesOf } from './late-starts.ts';
import type { RoundCollector } from './round-collector.ts';

/** What is assembled, and what waits to be. */
export interface AssemblyParts {
  readonly ranges: readonly AssembledRange[];
  readonly collector: RoundCollector;
  readonly lateStarts: LateStarts;
}

/** Keeps of an announcement what is still to be done: all of it, only that its round begins a range, or nothing. */
export function takeAnnouncement(
  { ranges, collector, lateStarts }: AssemblyParts,
  block: ParsedBlock,
  offset: bigint,
): void {
  const holding = rangesOf(ranges, block.round);
  if (holding.length === 0) collector.add(block, offset);
  else if (block.isRangeStart && !holding.some(({ starts }) => starts.has(block.round))) lateStarts.add(block.round);
}
