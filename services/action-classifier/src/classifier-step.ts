import type { ClickHouseStore } from '@tonriver/clickhouse';
import { readingFaultOf } from '@tonriver/errors';
import { decodeRoundTraces, type RoundTraces } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, type LogRecord, ok, type PartitionAssignment, reject, type StreamStep } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { createClassifierInbox, type WaitingRecord } from './classifier-inbox.ts';
import { type ClassifierReport, createClassifierReport } from './classifier-report.ts';
import { classifyTraces, type UnclassifiedTrace } from './classify-traces.ts';
import { createDetectedRounds } from './progress/detected-rounds.ts';
import { readOutdatedTraces } from './progress/outdated-traces.ts';
import { createPartitionProgress, type PartitionProgress } from './progress/partition-progress.ts';
import { createRenewal } from './progress/renewal.ts';
import { rowOfTrace } from './rows/row-of-trace.ts';
import { writeTraces } from './rows/write-traces.ts';
import { headerOfRecord } from './traces/trace-header.ts';

/** Moments at which tests kill the process. */
export type ClassifierPhase = 'actions-insert' | 'actions-inserted';

export interface ClassifierStepDependencies {
  readonly store: ClickHouseStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly detectorSilenceMs: number;
  /** Cuts a pass short. */
  readonly signal: AbortSignal;
  readonly beat?: (() => void) | undefined;
  readonly onProgress?: ((round: number) => void) | undefined;
  readonly onPhase?: ((phase: ClassifierPhase) => void) | undefined;
}

/** Pause while there is nothing to classify. */
const IDLE_PAUSE_MS = 200;
/** Shortest pause while records wait for the interface-detector. */
const WAITING_PAUSE_MS = 50;
/** Transactions of the traces that are classified together; a larger trace is alone. */
const TRANSACTIONS_PER_STEP = 2_000;
/** Rounds in which traces end that are classified together: the states of contracts in all of them are read. */
const ROUNDS_PER_STEP = 64;

/**
 * Classifies the traces of records once it is known what the contracts are in their rounds. Traces are written first,
 * then the progress of their partitions; only then the records count as done.
 */
export function createClassifierStep(dependencies: ClassifierStepDependencies): StreamStep {
  const { store, clock, signal, onPhase } = dependencies;
  const inbox = createClassifierInbox();
  const report = createClassifierReport(dependencies);
  const detected = createDetectedRounds(store, clock, dependencies.detectorSilenceMs);
  const progress = createPartitionProgress(store);
  const assignments = new Map<number, PartitionAssignment>();
  /** How long the last pass took that had work: where that is long, looking more often would make it longer. */
  let workedMs = 0;
  const waitingPauseMs = (startMs: number): number =>
    Math.min(IDLE_PAUSE_MS, Math.max(WAITING_PAUSE_MS, workedMs, clock.nowMs() - startMs));
  const classifyAndWrite = createWriter(dependencies, report);
  const renew = createRenewal({
    clock,
    read: (after) => readOutdatedTraces(store, currentOf(assignments), after),
    async classifyAgain(traces) {
      const finalCount = await classifyAndWrite(traces);
      report.onReclassified(finalCount);
      return finalCount;
    },
  });

  return {
    take(record, assignment) {
      const read = readRecord(record);
      if ('code' in read) return reject(read.code, read.cause);
      const { partition, offset } = record;
      assignments.set(partition, assignment);
      return ok(inbox.put({ round: read.round, assignment, partition, offset }));
    },
    forget(partition, fromOffset) {
      inbox.forget(partition, fromOffset);
      progress.forget(partition);
    },
    get isFull() {
      return inbox.isFull;
    },
    async pass() {
      const startMs = clock.nowMs();
      await detected.refresh(inbox.rounds());
      report.onWaiting(inbox.size);
      const ready = firstOf(inbox.ready((round) => detected.isDetected(round) || detected.isGivenUp(round)));
      if (ready.length === 0) {
        const isRenewed = await renew();
        const pauseMs = inbox.size === 0 ? IDLE_PAUSE_MS : waitingPauseMs(startMs);
        return { pauseMs: isRenewed ? 0 : pauseMs, isSaveDue: false };
      }
      await progress.load(ready);
      await classifyAndWrite(ready.flatMap((record) => tracesOf(record, detected.isDetected(record.round.round))));
      if (signal.aborted) return { pauseMs: IDLE_PAUSE_MS, isSaveDue: false };
      countRecords(progress, report, ready);
      onPhase?.('actions-inserted');
      await progress.save();
      for (const record of ready) inbox.finish(record);
      report.onProgress(progress.lastSeqnoOf(currentOf(assignments)));
      workedMs = clock.nowMs() - startMs;
      return { pauseMs: 0, isSaveDue: true };
    },
    // A pass writes what it has done.
    save: () => Promise.resolve(),
  };
}

/** Returns what classifies traces and writes them. It returns how many have all that they are classified from. */
function createWriter(
  dependencies: ClassifierStepDependencies,
  report: ClassifierReport,
): (traces: readonly UnclassifiedTrace[]) => Promise<number> {
  const { store, signal, onPhase } = dependencies;
  return async (traces) => {
    let finalCount = 0;
    for (const some of inSteps(traces)) {
      if (signal.aborted) return finalCount;
      const classified = await classifyTraces({ ...dependencies, report }, some);
      onPhase?.('actions-insert');
      await writeTraces(store, classified.map(rowOfTrace));
      finalCount += classified.filter(({ knowsInterfaces }) => knowsInterfaces).length;
    }
    return finalCount;
  };
}

/** The partitions that this process has. */
function currentOf(assignments: ReadonlyMap<number, PartitionAssignment>): readonly number[] {
  return [...assignments].filter(([, assignment]) => assignment.isCurrent()).map(([partition]) => partition);
}

function countRecords(progress: PartitionProgress, report: ClassifierReport, records: readonly WaitingRecord[]): void {
  for (const { partition, round, assignment } of records) {
    // The process that has the partition now counts its records.
    if (!assignment.isCurrent()) continue;
    const gap = progress.count(partition, round);
    if (gap !== undefined) report.onGap({ partition, round: round.round, last: gap.gapAfter });
  }
}

function readRecord(
  record: LogRecord,
): { readonly round: RoundTraces } | { readonly code: string; readonly cause: string } {
  try {
    return { round: decodeRoundTraces(record) };
  } catch (error) {
    return readingFaultOf(error);
  }
}

function tracesOf({ round }: WaitingRecord, knowsInterfaces: boolean): UnclassifiedTrace[] {
  return round.traces.map((trace) => ({ header: headerOfRecord(trace), range: round.range, knowsInterfaces }));
}

/** The records of one pass: at least one. */
function firstOf(records: readonly WaitingRecord[]): readonly WaitingRecord[] {
  let weight = 0;
  const end = records.findIndex(({ round }) => {
    weight += 1 + round.traces.reduce((total, { nodes }) => total + nodes, 0);
    return weight > TRANSACTIONS_PER_STEP;
  });
  return end === -1 ? records : records.slice(0, Math.max(1, end));
}

/** Splits traces so that those of one step have a bounded number of transactions, and end in rounds near each other. */
function inSteps(traces: readonly UnclassifiedTrace[]): UnclassifiedTrace[][] {
  const steps: UnclassifiedTrace[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  let firstRound = 0;
  for (const trace of traces) {
    const { blocks, nodes, seqnoEnd } = trace.header;
    const own = blocks === null ? 1 : nodes;
    if (weight + own > TRANSACTIONS_PER_STEP || Math.abs(seqnoEnd - firstRound) >= ROUNDS_PER_STEP) {
      steps.push([]);
      weight = 0;
      firstRound = seqnoEnd;
    }
    steps.at(-1)!.push(trace);
    weight += own;
  }
  return steps;
}
