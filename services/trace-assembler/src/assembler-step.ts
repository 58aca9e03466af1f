import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type ReadingFault, readingFaultOf } from '@tonriver/errors';
import { decodeParsedBlock, type ParsedBlock, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import {
  beatWhile,
  type Clock,
  type EventLog,
  type EventProducer,
  type LogRecord,
  ok,
  type PartitionAssignment,
  reject,
  type StreamStep,
} from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { createAssembly } from './assembly.ts';
import { createInbox } from './inbox.ts';
import { createPassPace, earlyEndOf, PASS_INTERVAL_MS, type TransactionsPerPass } from './pass-pace.ts';
import { createSnapshotPace } from './snapshot-pace.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { createWatermarkReport } from './watermark-report.ts';

export interface AssemblerStepDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topics: { readonly parsedRounds: Topic; readonly traces: Topic };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly onWatermark?: (watermark: { readonly first: number; readonly last: number }) => void;
  readonly beat?: () => void;
  readonly onPhase?: (phase: 'watermark') => void;
  readonly transactionsHeldMax?: number;
  readonly transactionsPerPass?: TransactionsPerPass;
}

/** Transactions of waiting rounds that may be held in memory: some hundred megabytes. */
const TRANSACTIONS_HELD_MAX = 500_000;

/** Rounds announced again that may wait: as many as a minute of passes brings up to date. */
const LATE_ROUNDS_MAX = 8192;

/**
 * Orders rounds, assembles traces and moves the watermark. What is read waits in the inbox. A pass takes it, and
 * nothing else changes the assembly while the pass waits for ClickHouse. A save keeps the work in a snapshot.
 */
export function createAssemblerStep(dependencies: AssemblerStepDependencies): StreamStep {
  const { store, clock, transactionsHeldMax = TRANSACTIONS_HELD_MAX } = dependencies;
  const inbox = createInbox();
  const snapshots = createSnapshotStore(store);
  const assembly = createAssembly(dependencies);
  const report = createWatermarkReport(dependencies);
  const snapshotPace = createSnapshotPace(() => clock.nowMs());
  const passPace = createPassPace(clock, dependencies.transactionsPerPass);
  let lastAssignment: PartitionAssignment | undefined;
  let hasUnsavedWork = false;
  /** The first announcement that is not known to be done. */
  let doneUntil = 0n;

  const load = async (): Promise<void> => {
    assembly.reset(await snapshots.load());
    report.tellWatermark(assembly.ranges);
  };
  /**
   * Takes the partition over, perhaps from another process: one that this one replaces, or one that had it while this
   * one was thought dead. The newest snapshot counts, because offsets are committed only behind one. All records after
   * it are delivered from here on.
   */
  const takeOver = async (): Promise<void> => {
    hasUnsavedWork = false;
    doneUntil = 0n;
    passPace.reset();
    await load();
  };
  const takeDeliveries = async (): Promise<void> => {
    for (const delivery of inbox.takeAll()) {
      const { assignment, offset, block } = delivery;
      if (assignment.isCurrent() && lastAssignment?.isCurrent() !== true) await takeOver();
      // It comes again, to the process that has the partition now.
      if (!assignment.isCurrent()) continue;
      lastAssignment = assignment;
      assembly.add(block, offset);
      delivery.taking.isTaken = true;
      hasUnsavedWork = true;
    }
    assembly.shed(transactionsHeldMax);
  };

  return {
    begin: load,
    take(record, assignment) {
      const read = readAnnouncement(record);
      if (!('block' in read)) return reject(read.code, read.cause);
      const announcement = { assignment, offset: record.offset, block: read.block };
      return ok(inbox.put(announcement, (round) => assembly.isDone(round)));
    },
    get isFull() {
      return inbox.isFull || assembly.lateCount > LATE_ROUNDS_MAX;
    },
    async pass() {
      const startMs = clock.nowMs();
      await takeDeliveries();
      // Without the partition there is nothing to do: the process that has it does it.
      if (lastAssignment?.isCurrent() !== true) return { pauseMs: PASS_INTERVAL_MS, isSaveDue: snapshotPace.isDue() };
      await beatWhile(assembly.restore(), dependencies);
      // The end of a join is work as well, though it may assemble no round.
      hasUnsavedWork ||= assembly.isJoining;
      const assembled = await assembly.assemble(passPace.transactionsMax);
      if (assembled.roundCount > 0) {
        hasUnsavedWork = true;
        dependencies.onPhase?.('watermark');
      }
      report.tellPass(assembly, assembled);
      const pauseMs = passPace.end(startMs, assembled);
      return { pauseMs, early: earlyEndOf(assembled), isSaveDue: snapshotPace.isDue() };
    },
    async save(done) {
      // A snapshot of a process that lost the partition would lie behind the offsets of the one that got it.
      if (lastAssignment?.isCurrent() !== true) return;
      // All announcements are in one partition.
      for (const { offset } of done) doneUntil = offset + 1n;
      if (!hasUnsavedWork) return;
      hasUnsavedWork = false;
      const startMs = clock.nowMs();
      await snapshotPace.measure(() => snapshots.save(assembly.ranges, doneUntil));
      passPace.noteSave(clock.nowMs() - startMs);
    },
  };
}

/** Reads an announcement. This only computes, so every error is the fault of the record, after every restart too. */
function readAnnouncement(record: LogRecord): { readonly block: ParsedBlock } | ReadingFault {
  try {
    return { block: decodeParsedBlock(record) };
  } catch (error) {
    return readingFaultOf(error);
  }
}
