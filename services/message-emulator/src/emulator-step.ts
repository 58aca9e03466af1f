import { formatAccountAddress } from '@tonriver/chain-model';
import { type ChainReader, readActionsSeqno } from '@tonriver/chain-reader';
import { readMessage } from '@tonriver/emulation';
import { readingFaultOf } from '@tonriver/errors';
import { decodeExternalMessage } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, type LogRecord, ok, type PartitionAssignment, reject, type StreamStep } from '@tonriver/stream';
import type { EmulatorReport } from './emulator-report.ts';
import type { EmulationPort } from './emulations/emulate-live-trace.ts';
import { createEmulations } from './emulations/emulations.ts';
import { followBlocks } from './mined/follow-blocks.ts';
import type { Head } from './mined/head.ts';
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
import type { Wake } from './wake.ts';

export interface EmulatorStepDependencies {
  readonly executor: EmulationPort;
  readonly reader: Pick<ChainReader, 'messagePlaces' | 'parts' | 'stores' | 'touchedAccounts'>;
  readonly head: () => Promise<Head | undefined>;
  readonly traces: LiveTraces;
  readonly taken: TakenRecords;
  readonly keep: KeepTraces;
  readonly wake: Wake;
  readonly bounds: { readonly emulationsMax: number; readonly messageTtlMs: number };
  readonly report: EmulatorReport;
  readonly logger: Logger;
  readonly clock: Clock;
  /** When the process began to read, Unix time in milliseconds. */
  readonly startedAtMs: number;
  readonly signal: AbortSignal;
}

/** The longest wait for something to do, also while new rounds are waited for. */
const PASS_MS = 100;
/** The same while no trace is followed. */
const IDLE_PASS_MS = 1_000;
/** How long a refused message is followed from then on: it may come to a block all the same. */
const REFUSED_TTL_MS = 60_000;
/** The same for a trace that blocks have a part of. */
const MINED_TTL_MS = 15 * 60_000;
/** How long a finished trace stays, for gateways that read an older watermark. */
const FINISHED_TTL_MS = 30_000;
/** A trace whose accounts did not change is emulated again after this time: contracts look at the clock. */
const RENEWED_AFTER_MS = 5_000;
/** The same for one whose accounts change all the time, other than that of its message. */
const BUSY_RENEWED_AFTER_MS = 2_000;
/** And not before so many times the time that it took: where there is much to do, the first emulations go before. */
const RENEWED_AFTER_TIMES = 20;

/**
 * Follows messages until readers have their traces as finished ones. A record is done then, or when nobody waits for it
 * any more: a process that takes over reads those that are not, and knows the same again.
 */
export function createEmulatorStep(dependencies: EmulatorStepDependencies): StreamStep {
  const { head, traces, taken, keep, wake, bounds, report, clock, signal } = dependencies;
  const fresh: LiveTrace[] = [];
  let seqno = 0;
  /** Records were taken since the last save: some may be done at once. */
  let hasTaken = false;
  const emulations = createEmulations({
    ...dependencies,
    runningMax: bounds.emulationsMax,
    nowMs: () => clock.nowMs(),
    onOutcome: report.onOutcome,
    onChanged: wake.wake,
  });

  return {
    isFull: false,
    take(record, assignment) {
      // One that cannot be read counts too: the others would never be all that there are.
      taken.took(record.partition, record.offset, assignment);
      hasTaken = true;
      const read = readRecord(record);
      if ('code' in read) return reject(read.code, read.cause);
      const trace = take({ message: read.message, assignment }, dependencies, fresh);
      wake.wake();
      return ok(() => trace === undefined || trace.endedAtMs !== undefined);
    },
    async pass() {
      await wake.sleep(traces.count === 0 ? IDLE_PASS_MS : PASS_MS, signal);
      const isSaveDue = hasTaken;
      hasTaken = false;
      leaveToOthers(traces);
      if (signal.aborted || traces.count === 0) return { pauseMs: 0, isSaveDue };
      // Read only while somebody may wait: each time costs queries.
      const visible = await head();
      if (visible !== undefined) {
        if (visible.indexedSeqno > seqno) {
          fresh.length = 0;
          emulations.hold();
          await onRounds(dependencies, seqno + 1, visible);
          seqno = visible.indexedSeqno;
        } else if (fresh.length > 0) {
          onGrown(await followBlocks(dependencies.reader, fresh.splice(0), visible), clock.nowMs());
        }
        emulations.begin(visible.indexedSeqno);
      }
      await keep.write();
      const ended = await endTraces(dependencies, visible);
      report.onLive(traces.count, emulations.runningCount);
      return { pauseMs: 0, isSaveDue: isSaveDue || ended };
    },
    // All that is kept can be learnt again from the records that are not done.
    save: () => Promise.resolve(),
  };
}

function readRecord(
  record: LogRecord,
): { readonly message: FollowedMessage } | { readonly code: string; readonly cause: string } {
  try {
    const { boc, acceptedAtMs } = decodeExternalMessage(record);
    const { address, hash, normalisedHash } = readMessage(boc);
    const [externalHash, key] = [hash, normalisedHash].map((one) => Buffer.from(one).toString('base64'));
    const account = formatAccountAddress(address);
    return { message: { key: key!, externalHash: externalHash!, address, account, boc, acceptedAtMs } };
  } catch (error) {
    return readingFaultOf(error);
  }
}

/** Returns the trace of a message; undefined when there is no room for it. */
function take(
  { message, assignment }: { readonly message: FollowedMessage; readonly assignment: PartitionAssignment },
  { traces, clock, report, startedAtMs }: Pick<EmulatorStepDependencies, 'traces' | 'clock' | 'report' | 'startedAtMs'>,
  fresh: LiveTrace[],
): LiveTrace | undefined {
  const known = traces.get(message.key);
  if (known !== undefined) {
    known.assignment = assignment;
    return known;
  }
  const isTakenOver = message.acceptedAtMs < startedAtMs;
  const trace = createLiveTrace(message, { takenAtMs: clock.nowMs(), isTakenOver, assignment });
  if (!traces.add(trace)) {
    report.onNotFollowed();
    return undefined;
  }
  fresh.push(trace);
  return trace;
}

/** Another process follows the messages of partitions that were taken away, and writes their traces. */
function leaveToOthers(traces: LiveTraces): void {
  for (const trace of traces.all()) if (!trace.assignment.isCurrent()) traces.remove(trace);
}

/** Looks through new rounds: what is mined, and whose prediction may be void. */
async function onRounds(
  { reader, traces, clock }: EmulatorStepDependencies,
  from: number,
  visible: Head,
): Promise<void> {
  const open = [...traces.all()].filter((trace) => trace.endedAtMs === undefined && !isComplete(trace));
  onGrown(await followBlocks(reader, open, visible), clock.nowMs());
  const waiting = open.filter((trace) => !isComplete(trace));
  if (waiting.length === 0) return;
  // After a pause longer than this everything counts as touched.
  const first = Math.max(from, visible.range.firstSeqno);
  const isLong = visible.indexedSeqno - first >= ROUNDS_LOOKED_AT_MAX;
  const accounts = isLong ? undefined : await reader.touchedAccounts(first, visible.indexedSeqno);
  const touched = accounts === undefined ? undefined : new Set(accounts);
  const nowMs = clock.nowMs();
  for (const trace of waiting) {
    const age = nowMs - trace.emulatedAtMs;
    const leastAge = trace.emulationMs * RENEWED_AFTER_TIMES;
    const isTouched = (account: string): boolean => touched === undefined || touched.has(account);
    const isDue =
      isTouched(trace.message.account) ||
      age >= Math.max(RENEWED_AFTER_MS, leastAge) ||
      (age >= Math.max(BUSY_RENEWED_AFTER_MS, leastAge) && (trace.kept?.accounts.some(isTouched) ?? true));
    if (isDue) trace.emulateFromMs ??= nowMs;
  }
}

/** Rounds whose accounts are looked at in one pass. */
const ROUNDS_LOOKED_AT_MAX = 64;

function onGrown(grown: ReadonlySet<LiveTrace>, nowMs: number): void {
  for (const trace of grown) trace.emulateFromMs = nowMs;
}

/** Ends the traces that readers have as finished ones, or that nobody waits for. Returns whether there were some. */
async function endTraces(
  { reader, traces, keep, clock, bounds, report }: EmulatorStepDependencies,
  visible: Head | undefined,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  const complete = [...traces.all()].filter(
    ({ kept, endedAtMs }) => kept?.state === 'complete' && endedAtMs === undefined,
  );
  const actions =
    complete.length === 0 || visible === undefined ? undefined : await readActionsSeqno(reader.stores.gated, visible);
  let hasEnded = false;
  const end = (trace: LiveTrace, how: 'finished' | 'expired' | 'no_room'): void => {
    trace.endedAtMs = nowMs;
    hasEnded = true;
    report.onEnded(how, trace);
  };
  for (const trace of complete) if (newestRound(trace) <= (actions?.lastSeqno ?? -1)) end(trace, 'finished');
  const left: LiveTrace[] = [];
  const beyondRoom = new Set(traces.beyondRoom());
  for (const trace of traces.all()) {
    const hasNoRoom = isTooLarge(trace) || beyondRoom.has(trace);
    const isExpired = nowMs >= expiresAtMs(trace, bounds.messageTtlMs);
    if (trace.endedAtMs === undefined && (hasNoRoom || isExpired)) {
      end(trace, hasNoRoom ? 'no_room' : 'expired');
      left.push(trace);
    } else if (trace.endedAtMs !== undefined && (hasNoRoom || nowMs - trace.endedAtMs >= FINISHED_TTL_MS)) {
      left.push(trace);
    }
  }
  for (const trace of left) traces.remove(trace);
  await keep.remove(left.map(({ message }) => message.key));
  return hasEnded;
}

/** Until when a trace is followed that does not get finished. */
function expiresAtMs({ mined, kept, takenAtMs, toldAtMs }: LiveTrace, messageTtlMs: number): number {
  if (mined.length > 0) return takenAtMs + Math.max(MINED_TTL_MS, messageTtlMs);
  // That a message is refused may be known late: its reason can be read for as long as that of others.
  return kept?.state === 'refused' ? (toldAtMs ?? takenAtMs) + REFUSED_TTL_MS : takenAtMs + messageTtlMs;
}
