import type { Resolver } from './resolver.ts';
import type { RoundQueue } from './round-queue.ts';

/** Returns the round that can be resolved next: one that follows a range, else the first that begins one. */
export function nextRound(
  resolver: Pick<Resolver, 'ranges' | 'isDone'>,
  queue: Pick<RoundQueue, 'isComplete' | 'rangeStarts'>,
): number | undefined {
  const isNext = (seqno: number): boolean => queue.isComplete(seqno) && !resolver.isDone(seqno);
  const following = resolver.ranges.map(({ last }) => last + 1).find(isNext);
  return following ?? queue.rangeStarts().find((seqno) => !resolver.isDone(seqno));
}
