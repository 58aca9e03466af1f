import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedNetwork } from './served-network.ts';

/** Metrics are there without a query, so the watermark is known when it moves, however much is asked. */
const WATERMARK_EACH_MS = 200;
/** Each look takes a tenth of a second of processor time: more of them would be a load of their own. */
const LOOK_EACH_MS = 1_500;
const SQL = `SELECT min(last_seqno) FROM actions_progress FINAL
  WHERE range_seqno = (SELECT max(range_seqno) FROM actions_progress)`;

/**
 * Returns how far actions are behind the watermark at some moments, ms, until the signal aborts: for how long the first
 * round has been below the watermark whose traces are not all classified. It is right to a fifth of a second, and
 * rather too much than too little.
 */
export async function sampleActionsLag(network: ServedNetwork, signal: AbortSignal): Promise<readonly number[]> {
  const belowSinceMs = new Map<number, number>();
  const lags: number[] = [];
  let watermark = 0;
  const followWatermark = async (): Promise<void> => {
    // A round came below the watermark after the look before: that is the earliest that it can have been.
    for (let beforeMs = performance.now(); !signal.aborted; await sleep(WATERMARK_EACH_MS)) {
      const lookedMs = performance.now();
      const now = await network.metric('tonriver_watermark_seqno');
      if (watermark > 0) for (let seqno = watermark + 1; seqno <= now; seqno += 1) belowSinceMs.set(seqno, beforeMs);
      [watermark, beforeMs] = [Math.max(watermark, now), lookedMs];
    }
  };
  const lookAtActions = async (): Promise<void> => {
    for (; !signal.aborted; await sleep(LOOK_EACH_MS)) {
      const [[actions] = []] = await network.query(SQL);
      const atMs = performance.now();
      const since = belowSinceMs.get(Number(actions) + 1);
      // Of rounds from before the first look it is not known, and one that is not below the watermark has no lag.
      if (since !== undefined) lags.push(atMs - since);
      else if (Number(actions) >= watermark) lags.push(0);
    }
  };
  await Promise.all([followWatermark(), lookAtActions()]);
  return lags;
}
