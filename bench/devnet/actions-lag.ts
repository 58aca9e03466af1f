import { setTimeout as sleep } from 'node:timers/promises';
import type { SeenRounds } from './round-times.ts';
import type { ServedNetwork } from './served-network.ts';

/** Each look takes a tenth of a second of processor time: more of them would be a load of their own. */
const LOOK_AGAIN_MS = 1_500;
const SQL = `SELECT (SELECT max(last_seqno) FROM watermarks FINAL),
  (SELECT min(last_seqno) FROM actions_progress FINAL
   WHERE range_seqno = (SELECT max(range_seqno) FROM actions_progress))`;

/**
 * Returns how far actions are behind the watermark at some moments, ms, until the signal aborts: for how long the first
 * round has been shown whose traces are not all classified.
 */
export async function sampleActionsLag(
  network: ServedNetwork,
  { seenAtMs }: SeenRounds,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const lags: number[] = [];
  while (!signal.aborted) {
    const [row = []] = await network.query(SQL);
    const [watermark = 0, actions = 0] = row.map(Number);
    const first = Array.from({ length: watermark - actions }, (_, index) => seenAtMs.get(actions + 1 + index)).find(
      (at) => at !== undefined,
    );
    // A round may be below the watermark, and not have been seen yet.
    lags.push(first === undefined ? 0 : performance.now() - first);
    await sleep(LOOK_AGAIN_MS);
  }
  return lags;
}
