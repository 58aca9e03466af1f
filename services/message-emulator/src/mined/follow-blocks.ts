import { type ChainReader, isInRange, type MessagePlace, type VisibleRounds } from '@tonriver/chain-reader';
import { isTooLarge, type LiveTrace } from '../traces/live-trace.ts';
import { type ReadTransaction, readTransaction } from './followed-transaction.ts';

/** Steps from message to message in one look: what is left is found at the next one. */
const STEPS_MAX = 512;

/**
 * Looks up which transactions took the messages in flight of some traces, then which took what these sent, and so on.
 *
 * @returns the traces that grew
 */
export async function followBlocks(
  { messagePlaces, parts }: Pick<ChainReader, 'messagePlaces' | 'parts'>,
  traces: Iterable<LiveTrace>,
  visible: VisibleRounds,
): Promise<ReadonlySet<LiveTrace>> {
  const grown = new Set<LiveTrace>();
  let open = messagesInFlight(traces);
  for (let step = 0; step < STEPS_MAX && open.size > 0; step += 1) {
    const hashes = [...open.keys()];
    const places = (await messagePlaces.getMany(hashes)).flatMap((found) =>
      (found ?? []).filter((place) => isTaken(place, visible)),
    );
    const placed = await parts.atPlaces(places, visible);
    const grownNow = new Set<LiveTrace>();
    for (const transaction of placed.flat().map(readTransaction)) {
      const trace = transaction === undefined ? undefined : take(transaction, open);
      if (trace !== undefined) grownNow.add(trace);
    }
    for (const trace of grownNow) grown.add(trace);
    open = messagesInFlight(grownNow);
  }
  return grown;
}

/** Traces by the messages that they wait for. Nothing more is read of one that is too large to be shown. */
function messagesInFlight(traces: Iterable<LiveTrace>): Map<string, LiveTrace> {
  const open = new Map<string, LiveTrace>();
  for (const trace of traces) {
    if (isTooLarge(trace)) continue;
    for (const hash of trace.inFlight) open.set(hash, trace);
  }
  return open;
}

function isTaken({ direction, mcBlockSeqno }: MessagePlace, visible: VisibleRounds): boolean {
  return direction === 'in' && mcBlockSeqno !== null && isInRange(visible, mcBlockSeqno);
}

/** Adds a transaction to the trace whose message it takes. */
function take({ transaction, taken }: ReadTransaction, open: ReadonlyMap<string, LiveTrace>): LiveTrace | undefined {
  for (const hash of taken) {
    const trace = open.get(hash);
    // One that was accepted twice belongs to the trace of its first time.
    if (trace === undefined || !trace.inFlight.delete(hash)) continue;
    trace.mined.push(transaction);
    trace.minedBytes += transaction.boc.length;
    for (const sent of transaction.sent) trace.inFlight.add(sent);
    return trace;
  }
  return undefined;
}
