import type { AssembledRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type ReadingFault, readingFaultOf } from '@tonriver/errors';
import { decodeParsedBlock, type ParsedBlock, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import {
  beatWhile,
  type Clock,
  type EventLog,
  type IsDone,
  type LogRecord,
  ok,
  type PartitionAssignment,
  type PassResult,
  reject,
  type StreamStep,
} from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { createRangeAssembler } from './assemble-ranges.ts';
import { createInbox } from './inbox.ts';
import { createMismatchFinder } from './find-mismatched-rounds.ts';
import { isAnyJoining } from './join-ranges.ts';
import { createLateStarts, rangesOf } from './late-starts.ts';
import { createRoundCollector } from './round-collector.ts';
import { createShedRounds } from './shed-rounds.ts';
import { createSnapshotPace } from './snapshot-pace.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { takeAnnouncement } from './take-announcement.ts';

export interface AssemblerStepDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly topics: { readonly parsedRounds: Topic };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly onWatermark?: (watermark: { readonly first: number; readonly last: number }) => void;
  readonly beat?: () => void;
  readonly onPhase?: (phase: 'watermark') => void;
  readonly transactionsHeldMax?: number;
  readonly transactionsPerPass?: TransactionsPerPass;
}

/**
 * Transactions of one pass. The first one after a start is short, so that a process that is killed soon afterwards has
 * kept something; each pass that has more to do than it may doubles the next.
 */
export interface TransactionsPerPass {
  readonly first: number;
  readonly most: number;
}

/** What may wait behind a hole in memory: some hundred megabytes. */
const TRANSACTIONS_HELD_MAX = 500_000;
const TRANSACTIONS_PER_PASS: TransactionsPerPass = { first: 1000, most: 20_000 };
/** As often as rows may be inserted into a table. */
const PASS_INTERVAL_MS = 500;
/** Rounds whose rows do not match: tried again after so long, in case a replica is behind and nothing else is to do. */
const MISMATCH_RETRY_MS = 2000;

/**
 * Orders rounds, assembles traces and moves the watermark. What is read waits in the inbox; a pass takes it, and
 * nothing but the pass changes what is assembled while it waits for ClickHouse. A save keeps the work in a snapshot.
 */
export function createAssemblerStep(dependencies: AssemblerStepDependencies): StreamStep {
  const { store, logger, metrics, clock } = dependencies;
  const { transactionsPerPass: bounds = TRANSACTIONS_PER_PASS } = dependencies;
  const inbox = createInbox();
  const snapshots = createSnapshotStore(store);
  const collector = createRoundCollector();
  const lateStarts = createLateStarts();
  const shedRounds = createShedRounds({ ...dependencies, topic: dependencies.topics.parsedRounds, collector });
  const assembleRanges = createRangeAssembler({
    store,
    logger,
    collector,
    lateStarts,
    findMismatchedRounds: createMismatchFinder(store),
  });
  const ranges: AssembledRange[] = [];
  const pace = createSnapshotPace(() => clock.nowMs());
  const watermarkGauge = metrics.gauge('tonriver_watermark_seqno', 'Last round of the contiguous range');
  const waitingGauge = metrics.gauge('tonriver_rounds_waiting', 'Rounds announced but not assembled: behind a hole');
  let lastAssignment: PartitionAssignment | undefined;
  let transactionsMax = bounds.first;
  let hasUnsavedWork = false;
  /** Counts as a part of the next pause, so that saves do not make passes rarer. */
  let savedMs = 0;

  const tellWatermark = (): void => {
    const top = ranges.at(-1);
    if (top === undefined) return;
    watermarkGauge.set(top.last);
    dependencies.onWatermark?.({ first: top.first, last: top.last });
  };
  const load = async (): Promise<void> => {
    const loaded = await snapshots.load();
    ranges.splice(0, ranges.length, ...loaded);
    tellWatermark();
  };

  /**
   * The partition may have been somebody else's until now: a process that this one replaces, or one that took over
   * while this one was thought dead. What counts is the snapshot behind which offsets were committed last; everything
   * after it is delivered from here on.
   */
  const takeOver = async (): Promise<void> => {
    collector.clear();
    lateStarts.clear();
    shedRounds.clear();
    hasUnsavedWork = false;
    transactionsMax = bounds.first;
    await load();
  };

  const takeDeliveries = async (): Promise<void> => {
    for (const delivery of inbox.takeAll()) {
      const { assignment, offset, block } = delivery;
      if (assignment.isCurrent() && lastAssignment?.isCurrent() !== true) await takeOver();
      // It comes again, to whoever has the partition now.
      if (!assignment.isCurrent()) continue;
      lastAssignment = assignment;
      // The record of a round that is done mostly only waits to be committed.
      takeAnnouncement({ ranges, collector, lateStarts }, block, offset);
      delivery.taking.isTaken = true;
      hasUnsavedWork = true;
    }
    shedRounds.shed(dependencies.transactionsHeldMax ?? TRANSACTIONS_HELD_MAX);
  };

  const isAssembled = (round: number): boolean => {
    // Until ranges have grown together some record stays to be delivered again: only with a record that is its own does
    // the next process know that the partition, and so the rest of that work, is its own.
    return !isAnyJoining(ranges) && rangesOf(ranges, round).length > 0 && !lateStarts.has(round);
  };
  /** Holds no block: those that wait behind a hole for long are forgotten, and this is not. */
  const doneOnceTaken = (taking: { readonly isTaken: boolean }, round: number): IsDone => {
    return () => taking.isTaken && isAssembled(round);
  };

  /** Work that follows at once begins as long after this pass began as rows may be inserted again. */
  const pauseAfter = (startMs: number, hasMore: boolean, hasMismatch: boolean): number => {
    const spentMs = hasMore ? clock.nowMs() - startMs + savedMs : 0;
    savedMs = 0;
    return Math.max(0, (hasMismatch && !hasMore ? MISMATCH_RETRY_MS : PASS_INTERVAL_MS) - spentMs);
  };

  return {
    begin: load,
    take(record, assignment) {
      const read = readAnnouncement(record);
      if (!('block' in read)) return reject(read.code, read.cause);
      const taking = { isTaken: false };
      inbox.put({ assignment, offset: record.offset, block: read.block, taking });
      return ok(doneOnceTaken(taking, read.block.round));
    },
    get isFull() {
      return inbox.isFull;
    },
    async pass(): Promise<PassResult> {
      const startMs = clock.nowMs();
      await takeDeliveries();
      // Without the partition there is nothing to do: whoever has it does it.
      if (lastAssignment?.isCurrent() !== true) return { pauseMs: PASS_INTERVAL_MS, isSaveDue: pace.isDue() };
      await beatWhile(shedRounds.restore(ranges), dependencies);
      // The end of a join is work as well, though no round may be assembled by it.
      hasUnsavedWork ||= isAnyJoining(ranges);
      const { roundCount, mismatched, hasMore } = await assembleRanges(ranges, transactionsMax);
      if (roundCount > 0) {
        hasUnsavedWork = true;
        dependencies.onPhase?.('watermark');
        tellWatermark();
        const { first, last } = ranges.at(-1) ?? {};
        logger.debug('Rounds assembled', { roundCount, first, last });
      }
      if (mismatched.length > 0) {
        logger.warn('Stored rows are not what was announced; the watermark waits', { rounds: mismatched.join(' ') });
      }
      if (hasMore) transactionsMax = Math.min(transactionsMax * 2, bounds.most);
      waitingGauge.set(collector.size);
      return { pauseMs: pauseAfter(startMs, hasMore, mismatched.length > 0), isSaveDue: pace.isDue() };
    },
    async save() {
      // A snapshot of a process that lost the partition would lie behind the offsets of the one that got it.
      if (!hasUnsavedWork || lastAssignment?.isCurrent() !== true) return;
      hasUnsavedWork = false;
      const startMs = clock.nowMs();
      await pace.measure(() => snapshots.save(ranges));
      savedMs = clock.nowMs() - startMs;
    },
  };
}

/** Reading an announcement is only computing: what that throws is thrown for these bytes, after every restart too. */
function readAnnouncement(record: LogRecord): { readonly block: ParsedBlock } | ReadingFault {
  try {
    return { block: decodeParsedBlock(record) };
  } catch (error) {
    return readingFaultOf(error);
  }
}
