import { isTooLarge, type LiveTrace } from '../traces/live-trace.ts';
import type { ReadTransaction } from './followed-transaction.ts';

/** A message that no transaction is known to have taken. */
interface WaitingMessage {
  /** Upper-case hexadecimal. */
  readonly hash: string;
  /** Raw address of the account that it goes to. */
  readonly account: string;
  readonly trace: LiveTrace;
}

/** Finds the transactions that took messages. It may return others too. */
export type FindTaken = (messages: readonly WaitingMessage[]) => Promise<readonly ReadTransaction[]>;

/** Steps from message to message in one look: what is left is found at the next one. */
const STEPS_MAX = 512;

/**
 * Looks up which transactions took the messages in flight of some traces, then which took what these sent, and so on.
 *
 * @returns the traces that grew
 */
export async function followBlocks(find: FindTaken, traces: Iterable<LiveTrace>): Promise<ReadonlySet<LiveTrace>> {
  const grown = new Set<LiveTrace>();
  let waiting = messagesInFlight(traces);
  for (let step = 0; step < STEPS_MAX && waiting.size > 0; step += 1) {
    const grownNow = new Set<LiveTrace>();
    for (const transaction of await find([...waiting.values()])) {
      const trace = take(transaction, waiting);
      if (trace !== undefined) grownNow.add(trace);
    }
    for (const trace of grownNow) grown.add(trace);
    waiting = messagesInFlight(grownNow);
  }
  return grown;
}

/** Nothing more is read of a trace that is too large to be shown. */
function messagesInFlight(traces: Iterable<LiveTrace>): Map<string, WaitingMessage> {
  const waiting = new Map<string, WaitingMessage>();
  for (const trace of traces) {
    if (isTooLarge(trace)) continue;
    for (const [hash, account] of trace.inFlight) waiting.set(hash, { hash, account, trace });
  }
  return waiting;
}

/** Adds a transaction to the trace whose message it takes. */
function take(
  { transaction, taken }: ReadTransaction,
  waiting: ReadonlyMap<string, WaitingMessage>,
): LiveTrace | undefined {
  for (const hash of taken) {
    const trace = waiting.get(hash)?.trace;
    // One that was accepted twice belongs to the trace of its first time.
    if (trace === undefined || !trace.inFlight.delete(hash)) continue;
    trace.mined.push(transaction);
    trace.minedBytes += transaction.boc.length;
    for (const sent of transaction.sent) trace.inFlight.set(sent.hash, sent.account);
    return trace;
  }
  return undefined;
}
