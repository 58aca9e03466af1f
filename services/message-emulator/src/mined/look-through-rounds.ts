import type { ChainReader } from '@tonriver/chain-reader';
import { isComplete, isNewlyTaken, type LiveTrace } from '../traces/live-trace.ts';
import type { LiveTraces } from '../traces/live-traces.ts';
import { isInChain } from '../traces/waiting-traces.ts';
import { findByHash } from './find-by-hash.ts';
import { followBlocks } from './follow-blocks.ts';
import type { Head } from './head.ts';
import { type NewTransactions, newTransactionsOf } from './new-transactions.ts';

export type MinedReader = Pick<ChainReader, 'messagePlaces' | 'parts' | 'roundTransactions'>;

/** A trace whose accounts did not change is emulated again after this time: contracts look at the clock. */
const RENEWED_AFTER_MS = 5_000;
/** The same for one whose accounts change all the time, other than that of its message. */
const BUSY_RENEWED_AFTER_MS = 2_000;
/**
 * And not before so many times the time that it took, up to a bound: where there is much to do, the first emulations go
 * before. What it waited counts too.
 */
const RENEWED_AFTER_TIMES = 20;
const RENEWED_AFTER_MS_MAX = 30_000;
/** More new rounds than these are not read: messages are looked up by hash, and everything counts as touched. */
const ROUNDS_READ_MAX = 16;
/**
 * Messages are looked up by hash again after this time, though new rounds are read whole: a replica may have lacked
 * rows of the rounds before them.
 */
const LOOKED_UP_AGAIN_AFTER_MS = 5_000;

/**
 * Looks up by hash which messages of traces that have just come were taken in rounds up to one, and marks what to
 * emulate again. Those that only a later round can have are not looked up.
 */
export async function lookUpNew(
  reader: MinedReader,
  traces: Iterable<LiveTrace>,
  { seqno, visible, nowMs }: { readonly seqno: number; readonly visible: Head; readonly nowMs: () => number },
): Promise<void> {
  const mayBeMined: LiveTrace[] = [];
  for (const trace of traces) {
    if (!isNewlyTaken(trace)) continue;
    if (mayBeIn(trace, seqno)) mayBeMined.push(trace);
    else trace.lookedUpAtMs = nowMs();
  }
  await lookUpTraces(reader, mayBeMined, { visible, nowMs });
}

/** Looks up by hash which messages of some traces were taken in any round, and marks what to emulate again. */
async function lookUpTraces(
  reader: MinedReader,
  traces: readonly LiveTrace[],
  { visible, nowMs }: { readonly visible: Head; readonly nowMs: () => number },
): Promise<void> {
  if (traces.length === 0) return;
  for (const trace of traces) trace.lookedUpAtMs = nowMs();
  markGrown(await followBlocks(findByHash(reader, visible), traces), nowMs());
}

export interface LookThroughOptions {
  readonly firstSeqno: number;
  readonly visible: Head;
  readonly nowMs: () => number;
  /** Is called when the rounds are read, which takes long, and before traces are changed. */
  readonly onRead: () => void;
}

/** Looks through the rounds from one on: marks what is mined, and whose prediction may be void. */
export async function lookThroughRounds(
  reader: MinedReader,
  traces: LiveTraces,
  { firstSeqno, visible, nowMs, onRead }: LookThroughOptions,
): Promise<void> {
  const open = [...traces.open()].filter((trace) => !isComplete(trace));
  const found = await readNewTransactions(reader, firstSeqno, visible);
  onRead();
  const oldestMs = nowMs() - LOOKED_UP_AGAIN_AFTER_MS;
  const isDue = (trace: LiveTrace): boolean => {
    if (found === undefined) return true;
    return isNewlyTaken(trace) ? mayBeIn(trace, firstSeqno - 1) : trace.lookedUpAtMs <= oldestMs;
  };
  const byHash = open.filter(isDue);
  const inRounds = open.filter((trace) => !isDue(trace));
  for (const trace of inRounds) if (isNewlyTaken(trace)) trace.lookedUpAtMs = nowMs();
  await lookUpTraces(reader, byHash, { visible, nowMs });
  if (found !== undefined) markGrown(await followBlocks(found.find, inRounds), nowMs());
  for (const trace of open) {
    if (isComplete(trace)) continue;
    if (hasOwnAccountChanged(trace, traces, found)) {
      trace.renewal = undefined;
      trace.emulateFromMs ??= nowMs();
      continue;
    }
    const renewal = renewalOf(trace, { found, nowMs: nowMs() });
    if (renewal === undefined) continue;
    if (trace.emulateFromMs === undefined) {
      trace.emulateFromMs = nowMs();
      trace.renewal = trace.kept === undefined ? undefined : renewal;
    } else if (trace.renewal !== undefined && renewal === 'touched') trace.renewal = renewal;
  }
}

/** Whether a round up to this one may have the message of a trace. */
function mayBeIn({ message: { afterSeqno } }: LiveTrace, seqno: number): boolean {
  return afterSeqno === undefined || afterSeqno < seqno;
}

async function readNewTransactions(
  reader: MinedReader,
  firstSeqno: number,
  visible: Head,
): Promise<NewTransactions | undefined> {
  const first = Math.max(firstSeqno, visible.range.firstSeqno);
  if (visible.indexedSeqno - first >= ROUNDS_READ_MAX) return undefined;
  const parts = await reader.roundTransactions(first, visible);
  return parts === undefined ? undefined : newTransactionsOf(parts);
}

/** All messages of a chain would be emulated in each round: the first one tells, see `run-emulation.ts`. */
function hasOwnAccountChanged(trace: LiveTrace, traces: LiveTraces, found: NewTransactions | undefined): boolean {
  return (found?.accounts.has(trace.message.account) ?? true) && !isInChain(trace, traces);
}

function renewalOf(
  trace: LiveTrace,
  { found, nowMs }: { readonly found: NewTransactions | undefined; readonly nowMs: number },
): LiveTrace['renewal'] {
  const age = nowMs - trace.emulatedAtMs;
  const leastAge = Math.min(trace.emulationMs * RENEWED_AFTER_TIMES, RENEWED_AFTER_MS_MAX);
  const isTouched = (account: string): boolean => found?.accounts.has(account) ?? true;
  const isBusy = age >= Math.max(BUSY_RENEWED_AFTER_MS, leastAge);
  if (isBusy && (trace.kept?.accounts.some(isTouched) ?? true)) return 'touched';
  return age >= Math.max(RENEWED_AFTER_MS, leastAge) ? 'old' : undefined;
}

function markGrown(grown: ReadonlySet<LiveTrace>, nowMs: number): void {
  for (const trace of grown) {
    trace.emulateFromMs = nowMs;
    trace.renewal = undefined;
  }
}
