import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedNetwork } from './served-network.ts';

const LOOK_AGAIN_MS = 200;
const SQL = `SELECT (SELECT max(last_seqno) FROM watermarks FINAL),
  (SELECT min(last_seqno) FROM actions_progress FINAL
   WHERE range_seqno = (SELECT max(range_seqno) FROM actions_progress))`;

/**
 * Returns for each round the time from its being below the watermark to its actions being there, ms, until the signal
 * aborts. It is right to a fifth of a second.
 */
export async function sampleActionsLag(network: ServedNetwork, signal: AbortSignal): Promise<readonly number[]> {
  const lags: number[] = [];
  const servedAtMs = new Map<number, number>();
  let served = 0;
  let classified = 0;
  while (!signal.aborted) {
    const [row = []] = await network.query(SQL);
    const [watermark = 0, actions = 0] = row.map(Number);
    const now = performance.now();
    // Those that are there at the first look say nothing.
    if (served > 0) for (let seqno = served + 1; seqno <= watermark; seqno += 1) servedAtMs.set(seqno, now);
    for (let seqno = classified + 1; seqno <= actions; seqno += 1) {
      const since = servedAtMs.get(seqno);
      if (since !== undefined) lags.push(now - since);
      servedAtMs.delete(seqno);
    }
    served = Math.max(served, watermark);
    classified = Math.max(classified, actions);
    await sleep(LOOK_AGAIN_MS);
  }
  return lags;
}
