import type { AssembledRange } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { EventLog, LogBatch } from '@tonriver/stream';
import type { Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { beatWhile, type Metrics } from '@tonriver/telemetry';
import { createRangeAssembler, type PassResult } from './assemble-ranges.ts';
import type { Clock } from '@tonriver/stream';
import { createMismatchFinder } from './find-mismatched-rounds.ts';
import type { Inbox } from './inbox.ts';
import { isAnyJoining } from './join-ranges.ts';
import { createLateStarts, rangesOf } from './late-starts.ts';
import { createOffsetLedger } from './offset-ledger.ts';
import { createRoundCollector } from './round-collector.ts';
import { createShedRounds } from './shed-rounds.ts';
import { createSnapshotPace } from './snapshot-pace.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { takeAnnouncement } from './take-announcement.ts';

export interface AssemblyDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly topics: { readonly parsedRounds: Topic };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly inbox: Inbox;
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
/** Stands for the round of a record that became a dead letter: nothing to wait for. */
const DONE = -1;
const NOTHING: PassResult = { roundCount: 0, mismatched: [], hasMore: false };

/** What is assembled, what waits to be, and how far the log is done: touched by one pass after the other only. */
export interface Assembly {
  /** Says where the assembler before this one came to. */
  begin(): Promise<void>;
  /** Takes what was read, moves the ranges on, and keeps the work when it is time to. */
  pass(): Promise<PassResult>;
  /** Keeps the work in a snapshot, and commits the offsets behind it. */
  save(): Promise<void>;
}

export function createAssembly(dependencies: AssemblyDependencies): Assembly {
  const { store, logger, metrics, inbox, clock, beat } = dependencies;
  const { transactionsPerPass: bounds = TRANSACTIONS_PER_PASS } = dependencies;
  const snapshots = createSnapshotStore(store);
  const collector = createRoundCollector();
  const ledger = createOffsetLedger();
  const lateStarts = createLateStarts();
  const shedRounds = createShedRounds({ ...dependencies, topic: dependencies.topics.parsedRounds, collector, ledger });
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
  let lastBatch: LogBatch | undefined;
  let transactionsMax = bounds.first;
  let hasUnsavedWork = false;

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
    ledger.clear();
    shedRounds.clear();
    hasUnsavedWork = false;
    transactionsMax = bounds.first;
    await load();
  };

  const takeDeliveries = async (): Promise<void> => {
    for (const { batch, offset, block } of inbox.takeAll()) {
      if (batch.isCurrent() && lastBatch?.isCurrent() !== true) await takeOver();
      // It comes again, to whoever has the partition now.
      if (!batch.isCurrent()) continue;
      lastBatch = batch;
      // The record of a round that is done mostly only waits to be committed.
      if (block !== undefined) takeAnnouncement({ ranges, collector, lateStarts }, block);
      ledger.add(offset, block?.round ?? DONE);
      hasUnsavedWork = true;
    }
    shedRounds.shed(dependencies.transactionsHeldMax ?? TRANSACTIONS_HELD_MAX);
  };

  const save = async (): Promise<void> => {
    // A snapshot of a process that lost the partition would lie behind the offsets of the one that got it.
    if (!hasUnsavedWork || lastBatch?.isCurrent() !== true) return;
    hasUnsavedWork = false;
    await pace.measure(() => snapshots.save(ranges));
    // Until ranges have grown together some record stays to be delivered again: only with a record that is its own does
    // the next process know that the partition, and so the rest of that work, is its own.
    if (isAnyJoining(ranges)) return;
    const isDone = (round: number): boolean => rangesOf(ranges, round).length > 0 && !lateStarts.has(round);
    const offset = ledger.takeDone((round) => round === DONE || isDone(round));
    if (offset === undefined || !lastBatch.isCurrent()) return;
    await beatWhile(lastBatch.commit(offset), beat).catch((error: unknown) => {
      // What is not committed is delivered again and assembled to the same rows.
      logger.warn('Offsets could not be committed', { offset, error });
    });
  };

  return {
    begin: load,
    save,
    async pass() {
      await takeDeliveries();
      // Without the partition there is nothing to do: whoever has it does it.
      if (lastBatch?.isCurrent() !== true) return NOTHING;
      await beatWhile(shedRounds.restore(ranges), beat);
      const result = await assembleRanges(ranges, transactionsMax);
      if (result.roundCount > 0) {
        hasUnsavedWork = true;
        dependencies.onPhase?.('watermark');
        tellWatermark();
        const { first, last } = ranges.at(-1) ?? {};
        logger.debug('Rounds assembled', { roundCount: result.roundCount, first, last });
      }
      if (result.hasMore) transactionsMax = Math.min(transactionsMax * 2, bounds.most);
      waitingGauge.set(collector.size);
      if (pace.isDue()) await save();
      return result;
    },
  };
}
