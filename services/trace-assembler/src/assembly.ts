import type { AssembledRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { ParsedBlock, Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { EventLog } from '@tonriver/stream';
import { assembleRanges } from './assemble-ranges.ts';
import type { AssembledRounds } from './extend-range.ts';
import { createMismatchFinder } from './find-mismatched-rounds.ts';
import { isAnyJoining } from './join-ranges.ts';
import { createLateRounds, rangesOf } from './late-rounds.ts';
import type { TracesOutput } from './publish-traces.ts';
import { createRoundCollector } from './round-collector.ts';
import { createShedRounds } from './shed-rounds.ts';
import { takeAnnouncement } from './take-announcement.ts';

export interface AssemblyDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly topics: { readonly parsedRounds: Topic } & TracesOutput['topics'];
  readonly producer: TracesOutput['producer'];
  readonly logger: Logger;
}

/** The assembled ranges, and the announcements that wait to be assembled. */
export interface Assembly {
  readonly ranges: readonly AssembledRange[];
  /** Takes over ranges from a snapshot. Forgets all announcements: they are delivered again. */
  reset(ranges: readonly AssembledRange[]): void;
  add(block: ParsedBlock, offset: bigint): void;
  /** Forgets the announcements that lie farthest ahead, until at most so many transactions are held. */
  shed(transactionsMax: number): void;
  /** Reads forgotten announcements again whose turn it is. */
  restore(): Promise<void>;
  assemble(transactionsMax: number): Promise<AssembledRounds>;
  /** Whether nothing is left to do for the announcements of a round. */
  isDone(round: number): boolean;
  /** Whether ranges are being joined. */
  readonly isJoining: boolean;
  /** Rounds that wait. */
  readonly waitingCount: number;
  /** Assembled rounds that were announced again and wait for their row. */
  readonly lateCount: number;
}

export function createAssembly({ store, log, topics, producer, logger }: AssemblyDependencies): Assembly {
  const ranges: AssembledRange[] = [];
  const collector = createRoundCollector();
  const lateRounds = createLateRounds();
  const shedRounds = createShedRounds({ log, logger, topic: topics.parsedRounds, collector });
  const parts = {
    store,
    logger,
    collector,
    lateRounds,
    findMismatchedRounds: createMismatchFinder(store),
    output: { producer, topics },
  };
  return {
    ranges,
    reset(loaded) {
      ranges.splice(0, ranges.length, ...loaded);
      collector.clear();
      lateRounds.clear();
      shedRounds.clear();
    },
    add: (block, offset) => takeAnnouncement({ ranges, collector, lateRounds }, block, offset),
    shed: (transactionsMax) => shedRounds.shed(transactionsMax),
    restore: () => shedRounds.restore(ranges),
    assemble: (transactionsMax) => assembleRanges(parts, ranges, transactionsMax),
    // While ranges are being joined some record must stay uncommitted: only with a record of its own does the next
    // process know that the partition is its own, and so the rest of the join.
    isDone: (round) => !isAnyJoining(ranges) && rangesOf(ranges, round).length > 0 && !lateRounds.has(round),
    get lateCount() {
      return lateRounds.size;
    },
    get isJoining() {
      return isAnyJoining(ranges);
    },
    get waitingCount() {
      return collector.size;
    },
  };
}
