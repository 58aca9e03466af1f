import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedNetwork } from './served-network.ts';
import type { TakenMessage } from './transfers.ts';

const LOOK_AGAIN_MS = 50;
/** How often the chain is asked whether a message that is not served can still be. */
const ASK_CHAIN_MS = 5_000;
const SERVED_MS_MAX = 120_000;

interface ServedTransaction {
  readonly now: number;
  readonly mc_block_seqno: number;
}

/** How long it took until the transaction of a message was served, ms. */
export interface ServedTime {
  readonly sinceTakenMs: number;
  /** Since the chain said that it has the round, before readers could have it; undefined when nobody looked then. */
  readonly sinceMadeMs: number | undefined;
  /** Since the time of its block, which has whole seconds and is the begin of its building: up to a second too much. */
  readonly sinceBlockTimeMs: number;
}

/**
 * Waits until the transaction of a message is served. Undefined when the chain says that the message has expired: one
 * whose answer came too late was sent again with the same number.
 */
export async function untilServed(
  network: ServedNetwork,
  { hash, takenAtMs }: TakenMessage,
  madeAtMs: ReadonlyMap<number, number> = new Map(),
): Promise<ServedTime | undefined> {
  let askedAtMs = performance.now();
  for (let seenSeqno = 0; ; ) {
    const nowMs = performance.now();
    if (nowMs - askedAtMs > ASK_CHAIN_MS) {
      askedAtMs = nowMs;
      const said = await network.get(`/devnet/messages?hash=${encodeURIComponent(hash)}`);
      if (said.json['state'] === 'expired') return undefined;
      if (nowMs - takenAtMs > SERVED_MS_MAX) {
        throw new Error(`${hash} is not served after ${SERVED_MS_MAX / 1_000} s. ${JSON.stringify(said.json)}`);
      }
    }
    // It cannot be served before a further round is, and to ask for that costs no query.
    const seqno = await servedSeqno(network);
    if (seqno === seenSeqno) {
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    seenSeqno = seqno;
    const { json } = await network.get(`/api/v3/transactionsByMessage?msg_hash=${encodeURIComponent(hash)}&limit=1`);
    const { transactions = [] } = json as { readonly transactions?: readonly ServedTransaction[] };
    const [served] = transactions;
    if (served === undefined) continue;
    const servedAtMs = performance.now();
    const madeMs = madeAtMs.get(served.mc_block_seqno);
    return {
      sinceTakenMs: servedAtMs - takenAtMs,
      sinceMadeMs: madeMs === undefined ? undefined : servedAtMs - madeMs,
      sinceBlockTimeMs: Date.now() - served.now * 1_000,
    };
  }
}

async function servedSeqno(network: ServedNetwork): Promise<number> {
  const { json } = await network.get('/api/v3/masterchainInfo');
  return (json as { readonly last?: { readonly seqno: number } }).last?.seqno ?? 0;
}

export interface ServedTimes {
  readonly times: readonly ServedTime[];
  /** How many of the messages that were looked for had expired. */
  readonly expiredCount: number;
}

/** Measures it for the newest message again and again until the signal aborts. */
export async function sampleServedTimes(
  network: ServedNetwork,
  { taken, madeAtMs }: { readonly taken: readonly TakenMessage[]; readonly madeAtMs: ReadonlyMap<number, number> },
  signal: AbortSignal,
): Promise<ServedTimes> {
  const times: ServedTime[] = [];
  const expired = new Set<string>();
  while (!signal.aborted) {
    const newest = taken.at(-1);
    if (newest === undefined || expired.has(newest.hash)) {
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    const time = await untilServed(network, newest, madeAtMs);
    if (time === undefined) expired.add(newest.hash);
    else times.push(time);
  }
  return { times, expiredCount: expired.size };
}
