import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedNetwork } from './served-network.ts';

const LOOK_AGAIN_MS = 50;

/** Returns the times between the rounds as a client of the API sees them, ms, until the signal aborts. */
export async function sampleRoundTimes(network: ServedNetwork, signal: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  let [seqno, sinceMs] = [0, 0];
  while (!signal.aborted) {
    const { json } = await network.get('/api/v3/masterchainInfo');
    const { last } = json as { readonly last?: { readonly seqno: number } };
    const now = performance.now();
    if (last !== undefined && last.seqno > seqno) {
      // Rounds that came together have that much of the time each.
      const rounds = last.seqno - seqno;
      if (seqno > 0) for (let round = 0; round < rounds; round += 1) times.push((now - sinceMs) / rounds);
      [seqno, sinceMs] = [last.seqno, now];
    }
    await sleep(LOOK_AGAIN_MS);
  }
  return times;
}
