import type { ChainReader } from '@tonriver/chain-reader';
import { isComplete, type LiveTrace } from '../traces/live-trace.ts';
import type { LiveTraces } from '../traces/live-traces.ts';
import { findByHash } from './find-by-hash.ts';
import { followBlocks } from './follow-blocks.ts';
import type { Head } from './head.ts';
import { type NewTransactions, newTransactionsOf } from './new-transactions.ts';

export type MinedReader = Pick<ChainReader, 'messagePlaces' | 'parts' | 'roundTransactions'>;

/** A trace whose accounts did not change is emulated again after this time: contracts look at the clock. */
const RENEWED_AFTER_MS = 5_000;
/** The same for one whose accounts change all the time, other than that of its message. */
const BUSY_RENEWED_AFTER_MS = 2_000;
/** And not before so many times the time that it took: where there is much to do, the first emulations go before. */
const RENEWED_AFTER_TIMES = 20;
/** More new rounds than these are not read: messages are looked up by hash, and everything counts as touched. */
const ROUNDS_READ_MAX = 16;
/**
 * Messages are looked up by hash again after this time, though new rounds are read whole: a replica may have lacked
 * rows of the rounds before them.
 */
const LOOKED_UP_AGAIN_AFTER_MS = 5_000;

/** Looks up by hash which messages of some traces were taken in any round, and marks what to emulate again. */
export async function lookUpTraces(
  reader: MinedReader,
  traces: readonly LiveTrace[],
  { visible, nowMs }: { readonly visible: Head; readonly nowMs: () => number },
): Promise<void> {
  for (const trace of traces) trace.lookedUpAtMs = nowMs();
  markGrown(await followBlocks(findByHash(reader, visible), traces), nowMs());
}

/** Looks through the rounds from one on: marks what is mined, and whose prediction may be void. */
export async function lookThroughRounds(
  reader: MinedReader,
  traces: LiveTraces,
  { firstSeqno, visible, nowMs }: { readonly firstSeqno: number; readonly visible: Head; readonly nowMs: () => number },
): Promise<void> {
  const open = [...traces.all()].filter((trace) => trace.endedAtMs === undefined && !isComplete(trace));
  const found = await readNewTransactions(reader, firstSeqno, visible);
  const oldestMs = nowMs() - LOOKED_UP_AGAIN_AFTER_MS;
  const isDue = ({ lookedUpAtMs }: LiveTrace): boolean => found === undefined || lookedUpAtMs <= oldestMs;
  const byHash = open.filter(isDue);
  const inRounds = open.filter((trace) => !isDue(trace));
  await lookUpTraces(reader, byHash, { visible, nowMs });
  if (found !== undefined) markGrown(await followBlocks(found.find, inRounds), nowMs());
  for (const trace of open) if (!isComplete(trace) && mayBeVoid(trace, found, nowMs())) trace.emulateFromMs ??= nowMs();
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

function mayBeVoid(trace: LiveTrace, found: NewTransactions | undefined, nowMs: number): boolean {
  const age = nowMs - trace.emulatedAtMs;
  const leastAge = trace.emulationMs * RENEWED_AFTER_TIMES;
  const isTouched = (account: string): boolean => found?.accounts.has(account) ?? true;
  return (
    isTouched(trace.message.account) ||
    age >= Math.max(RENEWED_AFTER_MS, leastAge) ||
    (age >= Math.max(BUSY_RENEWED_AFTER_MS, leastAge) && (trace.kept?.accounts.some(isTouched) ?? true))
  );
}

function markGrown(grown: ReadonlySet<LiveTrace>, nowMs: number): void {
  for (const trace of grown) trace.emulateFromMs = nowMs;
}
