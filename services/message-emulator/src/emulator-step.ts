import { formatAccountAddress } from '@tonriver/chain-model';
import { type ChainReader, readActionsSeqno } from '@tonriver/chain-reader';
import { readMessage } from '@tonriver/emulation';
import { readingFaultOf } from '@tonriver/errors';
import { decodeExternalMessage } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import {
  type Clock,
  type LogRecord,
  ok,
  type PartitionAssignment,
  reject,
  type StreamStep,
  type Wake,
} from '@tonriver/stream';
import type { EmulatorReport } from './emulator-report.ts';
import type { EmulationPort } from './emulations/emulate-live-trace.ts';
import { createEmulations } from './emulations/emulations.ts';
import { replaceByFinished } from './emulations/keep-outcome.ts';
import type { Head } from './mined/head.ts';
import { lookThroughRounds, lookUpNew, type MinedReader } from './mined/look-through-rounds.ts';
import { createFinishedRounds, type FinishedRounds } from './mined/finished-rounds.ts';
import type { KeepTraces } from './store/keep-traces.ts';
import type { TakenRecords } from './store/covered-partitions.ts';
import {
  createLiveTrace,
  type FollowedMessage,
  isComplete,
  isTooLarge,
  type LiveTrace,
  newestRound,
} from './traces/live-trace.ts';
import type { LiveTraces } from './traces/live-traces.ts';

export interface EmulatorStepDependencies {
  readonly executor: EmulationPort;
  readonly reader: MinedReader & Pick<ChainReader, 'stores'>;
  readonly head: () => Promise<Head | undefined>;
  readonly traces: LiveTraces;
  readonly taken: TakenRecords;
  readonly keep: KeepTraces;
  readonly wake: Wake;
  readonly bounds: { readonly emulationsMax: number; readonly messageTtlMs: number };
  readonly report: EmulatorReport;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Unix time in milliseconds. */
  readonly unixMs: () => number;
  readonly signal: AbortSignal;
}

/** The longest wait for something to do, also while new rounds are waited for. */
const PASS_MS = 100;
/** The same while no trace is followed. */
const IDLE_PASS_MS = 1_000;
/** The shortest time from one pass to the next: each looks at all traces, of which a busy process has thousands. */
const PASS_MS_MIN = 20;
/** A message that is not older when this process begins to read was not waited for. */
const JUST_ACCEPTED_MS = 1_000;
/** How long a refused message is followed from then on: it may come to a block all the same. */
const REFUSED_TTL_MS = 60_000;
/** The same for a trace that blocks have a part of. */
const MINED_TTL_MS = 15 * 60_000;
/** How long a finished trace stays, for gateways that read an older watermark. */
const FINISHED_TTL_MS = 30_000;
/**
 * Follows messages until readers have their traces as finished ones. A record is done then, or when nobody waits for it
 * any more: a process that takes over reads those that are not, and knows the same again.
 */
export function createEmulatorStep(dependencies: EmulatorStepDependencies): StreamStep {
  const { reader, head, traces, taken, keep, wake, bounds, report, clock, unixMs, signal } = dependencies;
  const nowMs = (): number => clock.nowMs();
  /** When this process began to read each partition, Unix time in milliseconds. */
  const beganAtMs = new Map<number, number>();
  let seqno = 0;
  let passedAtMs = Number.NEGATIVE_INFINITY;
  /** Records were taken since the last save: some may be done at once. */
  let hasTaken = false;
  const finished = createFinishedRounds();
  const emulations = createEmulations({
    ...dependencies,
    finished,
    runningMax: bounds.emulationsMax,
    nowMs,
    onOutcome: report.onOutcome,
    onChanged: wake.wake,
  });

  return {
    isFull: false,
    forget: (partition) => void beganAtMs.set(partition, unixMs()),
    take(record, assignment) {
      // One that cannot be read counts too: the others would never be all that there are.
      taken.took(record.partition, record.offset, assignment);
      hasTaken = true;
      const read = readRecord(record);
      if ('code' in read) return reject(read.code, read.cause);
      const isTakenOver = read.message.acceptedAtMs + JUST_ACCEPTED_MS < (beganAtMs.get(record.partition) ?? 0);
      const trace = take({ message: read.message, assignment, isTakenOver }, dependencies);
      wake.wake();
      return ok(() => trace === undefined || trace.endedAtMs !== undefined);
    },
    async pass() {
      await wake.sleep(traces.count === 0 ? IDLE_PASS_MS : PASS_MS, signal);
      const earlyMs = passedAtMs + PASS_MS_MIN - nowMs();
      if (earlyMs > 0) await clock.pause(earlyMs, signal);
      passedAtMs = nowMs();
      const isSaveDue = hasTaken;
      hasTaken = false;
      leaveToOthers(traces);
      if (signal.aborted || traces.count === 0) return { pauseMs: 0, isSaveDue };
      // Read only while somebody may wait: each time costs queries.
      const visible = await head();
      if (visible !== undefined) {
        if (visible.indexedSeqno > seqno) {
          await lookThroughRounds(reader, traces, {
            firstSeqno: seqno + 1,
            visible,
            nowMs,
            onRead: () => emulations.hold(),
          });
          seqno = visible.indexedSeqno;
        } else {
          await lookUpNew(reader, traces.open(), { seqno, visible, nowMs });
        }
        emulations.begin(visible.indexedSeqno);
      }
      await keep.write();
      const { hasEnded, bytes } = await endTraces({ ...dependencies, finished }, visible);
      report.onLive({ traces: traces.count, bytes, running: emulations.runningCount });
      return { pauseMs: 0, isSaveDue: isSaveDue || hasEnded };
    },
    // All that is kept can be learnt again from the records that are not done.
    save: () => Promise.resolve(),
  };
}

function readRecord(
  record: LogRecord,
): { readonly message: FollowedMessage } | { readonly code: string; readonly cause: string } {
  try {
    const { boc, acceptedAtMs, afterSeqno } = decodeExternalMessage(record);
    const { address, hash, normalisedHash } = readMessage(boc);
    const [externalHash, key] = [hash, normalisedHash].map((one) => Buffer.from(one).toString('base64'));
    const account = formatAccountAddress(address);
    return { message: { key: key!, externalHash: externalHash!, address, account, boc, acceptedAtMs, afterSeqno } };
  } catch (error) {
    return readingFaultOf(error);
  }
}

interface TakenMessage {
  readonly message: FollowedMessage;
  readonly assignment: PartitionAssignment;
  readonly isTakenOver: boolean;
}

/** Returns the trace of a message; undefined when there is no room for it. */
function take(
  { message, assignment, isTakenOver }: TakenMessage,
  { traces, clock, report }: Pick<EmulatorStepDependencies, 'traces' | 'clock' | 'report'>,
): LiveTrace | undefined {
  const known = traces.get(message.key);
  if (known !== undefined) {
    known.assignment = assignment;
    return known;
  }
  const trace = createLiveTrace(message, { takenAtMs: clock.nowMs(), isTakenOver, assignment });
  if (!traces.add(trace)) {
    report.onNotFollowed();
    return undefined;
  }
  return trace;
}

/** Another process follows the messages of partitions that were taken away, and writes their traces. */
function leaveToOthers(traces: LiveTraces): void {
  for (const trace of traces.all()) if (!trace.assignment.isCurrent()) traces.remove(trace);
}

/**
 * Ends the traces that readers have as finished ones, or that nobody waits for. Returns whether there were some, and
 * the memory of all, about.
 */
async function endTraces(
  {
    reader,
    traces,
    finished,
    keep,
    clock,
    bounds,
    report,
  }: EmulatorStepDependencies & { readonly finished: FinishedRounds },
  visible: Head | undefined,
): Promise<{ readonly hasEnded: boolean; readonly bytes: number }> {
  const nowMs = clock.nowMs();
  const complete = [...traces.open()].filter(isComplete);
  const actions =
    complete.length === 0 || visible === undefined ? undefined : await readActionsSeqno(reader.stores.gated, visible);
  let hasEnded = false;
  const end = (trace: LiveTrace, how: 'finished' | 'expired' | 'no_room'): void => {
    traces.end(trace, nowMs);
    hasEnded = true;
    report.onEnded(how, trace);
  };
  if (complete.length > 0) finished.note(actions, nowMs);
  for (const trace of complete) {
    // A process that takes over meets many of these: it emulates the others.
    if (trace.kept?.state !== 'complete' && newestRound(trace) <= finished.newestOfAll) replaceByFinished(trace);
    // Not before it is written: the next process would not know that it has to be.
    const isWritten = trace.kept?.state === 'complete' && !trace.isUnwritten;
    if (isWritten && newestRound(trace) <= finished.newest) end(trace, 'finished');
  }
  const { bytes, beyond } = traces.room();
  const left = new Set(beyond);
  for (const trace of traces.open()) {
    const hasNoRoom = isTooLarge(trace) || left.has(trace);
    if (!hasNoRoom && nowMs < expiresAtMs(trace, bounds.messageTtlMs)) continue;
    end(trace, hasNoRoom ? 'no_room' : 'expired');
    left.add(trace);
  }
  for (const trace of traces.ended()) {
    if (nowMs - (trace.endedAtMs ?? nowMs) < FINISHED_TTL_MS) break;
    left.add(trace);
  }
  for (const trace of left) traces.remove(trace);
  await keep.remove([...left].map(({ message }) => message.key));
  return { hasEnded, bytes };
}

/** Until when a trace is followed that does not get finished. */
function expiresAtMs({ mined, kept, takenAtMs, toldAtMs }: LiveTrace, messageTtlMs: number): number {
  if (mined.length > 0) return takenAtMs + Math.max(MINED_TTL_MS, messageTtlMs);
  // That a message is refused may be known late: its reason can be read for as long as that of others.
  return kept?.state === 'refused' ? (toldAtMs ?? takenAtMs) + REFUSED_TTL_MS : takenAtMs + messageTtlMs;
}
