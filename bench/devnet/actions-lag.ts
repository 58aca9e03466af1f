import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedNetwork } from './served-network.ts';

const LOOK_EACH_MS = 200;

/**
 * Returns how far actions are behind the watermark at some moments, ms, until the signal aborts: for how long the first
 * round has been below the watermark whose traces are not all classified. It is right to a fifth of a second, and
 * rather too much than too little. Metrics tell it, because they cost no query.
 */
export async function sampleActionsLag(network: ServedNetwork, signal: AbortSignal): Promise<readonly number[]> {
  const belowSinceMs = new Map<number, number>();
  const lags: number[] = [];
  let watermark = 0;
  // A round came below the watermark after the look before: that is the earliest that it can have been.
  for (let beforeMs = performance.now(); !signal.aborted; await sleep(LOOK_EACH_MS)) {
    const lookedMs = performance.now();
    const [indexed = 0, classified = 0] = await network.metrics([
      'tonriver_watermark_seqno',
      'tonriver_actions_last_seqno',
    ]);
    if (watermark > 0) for (let seqno = watermark + 1; seqno <= indexed; seqno += 1) belowSinceMs.set(seqno, beforeMs);
    [watermark, beforeMs] = [Math.max(watermark, indexed), lookedMs];
    const since = belowSinceMs.get(classified + 1);
    // Of rounds from before the first look it is not known, and one that is not below the watermark has no lag.
    if (since !== undefined) lags.push(performance.now() - since);
    else if (classified >= watermark) lags.push(0);
  }
  return lags;
}
