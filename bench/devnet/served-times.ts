import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedNetwork } from './served-network.ts';
import type { TakenMessage } from './transfers.ts';

const LOOK_AGAIN_MS = 100;
const SERVED_MS_MAX = 120_000;

/** Waits until the transaction of a message is served. Returns the time since the message was taken, ms. */
export async function untilServed(network: ServedNetwork, { hash, takenAtMs }: TakenMessage): Promise<number> {
  for (;;) {
    const { json } = await network.get(`/api/v3/transactionsByMessage?msg_hash=${encodeURIComponent(hash)}&limit=1`);
    const { transactions = [] } = json as { readonly transactions?: readonly unknown[] };
    const ms = performance.now() - takenAtMs;
    if (transactions.length > 0) return ms;
    if (ms > SERVED_MS_MAX) {
      const said = await network.get(`/devnet/messages?hash=${encodeURIComponent(hash)}`);
      const text = `the chain says ${JSON.stringify(said.json)}, the index ${JSON.stringify(json).slice(0, 200)}`;
      throw new Error(`${hash} is not served after ${Math.round(ms / 1_000)} s: ${text}`);
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Measures it for the newest message again and again until the signal aborts. */
export async function sampleServedTimes(
  network: ServedNetwork,
  taken: readonly TakenMessage[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const newest = taken.at(-1);
    if (newest === undefined) await sleep(LOOK_AGAIN_MS);
    else times.push(await untilServed(network, newest));
  }
  return times;
}
