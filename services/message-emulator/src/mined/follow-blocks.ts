import { type ChainReader, isInRange, type MessagePlace, type VisibleRounds } from '@tonriver/chain-reader';
import type { LiveTrace } from '../traces/live-trace.ts';
import { type ReadTransaction, readTransaction } from './followed-transaction.ts';

/** Steps from message to message in one look: what is left is found at the next one. */
const STEPS_MAX = 512;
/** Blocks have more of such a trace than readers could be shown. */
const MINED_MAX = 4_000;

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
  let open = new Map<string, LiveTrace>();
  for (const trace of traces) for (const hash of trace.inFlight) open.set(hash, trace);
  for (let step = 0; step < STEPS_MAX && open.size > 0; step += 1) {
    const hashes = [...open.keys()];
    const places = (await messagePlaces.getMany(hashes)).flatMap((found) =>
      (found ?? []).filter((place) => isTaken(place, visible)),
    );
    const placed = await parts.atPlaces(places, visible);
    const next = new Map<string, LiveTrace>();
    for (const transaction of placed.flat().map(readTransaction)) {
      const trace = transaction === undefined ? undefined : take(transaction, open);
      if (trace === undefined) continue;
      grown.add(trace);
      if (trace.mined.length < MINED_MAX) for (const hash of trace.inFlight) next.set(hash, trace);
    }
    open = next;
  }
  return grown;
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
    for (const sent of transaction.sent) trace.inFlight.add(sent);
    return trace;
  }
  return undefined;
}
