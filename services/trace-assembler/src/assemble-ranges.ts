import { type AssembledRange, newRange } from '@tonriver/block-rows';
import { type AssembledRounds, extendRange, type ExtendRangeDependencies } from './extend-range.ts';
import { isJoining, type JoinDependencies, joinSome } from './join-ranges.ts';
import type { LateRounds } from './late-rounds.ts';
import { updateLateRounds } from './update-late-rounds.ts';

export interface AssembleRangesDependencies extends JoinDependencies, ExtendRangeDependencies {
  readonly lateRounds: LateRounds;
}

/**
 * Extends every range by the complete rounds that follow it, and joins ranges that have grown together, some rounds of
 * each at a time. A round is taken only when its rows, read back from ClickHouse, are those announced.
 *
 * Nothing else may change the ranges, the collector or the late starts while this waits for ClickHouse.
 */
export async function assembleRanges(
  dependencies: AssembleRangesDependencies,
  ranges: AssembledRange[],
  transactionsMax: number,
): Promise<AssembledRounds> {
  const { collector } = dependencies;
  const hasLateRounds = await updateLateRounds(dependencies, ranges);
  for (const start of collector.rangeStarts()) {
    if (!ranges.some(({ first, last }) => first <= start && start <= last + 1)) ranges.push(newRange(start));
  }
  ranges.sort((left, right) => left.first - right.first);
  const done = { roundCount: 0, mismatched: [] as number[], hasMore: hasLateRounds };
  for (let index = 0; index < ranges.length; index += 1) {
    const range = ranges[index]!;
    const stop = ranges[index + 1]?.first ?? Number.MAX_SAFE_INTEGER;
    const extended = await extendRange(dependencies, range, { stop, transactionsMax });
    done.roundCount += extended.roundCount;
    done.mismatched.push(...extended.mismatched);
    done.hasMore ||= extended.hasMore;
    // A range whose first round did not match yet is empty: its rounds will follow this range.
    while (ranges[index + 1]?.first === range.last + 1 && isEmpty(ranges[index + 1])) ranges.splice(index + 1, 1);
    const next = ranges[index + 1];
    if (!isJoining(range, next)) continue;
    const joined = await joinSome(dependencies, range, next, transactionsMax);
    done.roundCount += joined.roundCount;
    if (joined.isDone) ranges.splice(index + 1, 1);
    // The round after the joined range may be complete as well.
    done.hasMore = true;
  }
  // An empty range would keep other ranges from its start. A later pass begins it again.
  for (let index = ranges.length - 1; index >= 0; index -= 1) if (isEmpty(ranges[index])) ranges.splice(index, 1);
  return done;
}

function isEmpty(range: AssembledRange | undefined): boolean {
  return range !== undefined && range.last < range.first;
}
