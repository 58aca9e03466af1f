import type { ServedNetwork } from './served-network.ts';
import { everyInterval } from './every-interval.ts';
import type { TakenMessage } from './transfers.ts';

export interface RequestFigures {
  readonly latenciesMs: readonly number[];
  /** Answers by status; 0: none came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** What the first few answers with a status of 500 or more were to. */
  readonly failures: readonly string[];
}

/** Messages that are surely served. */
const SERVED_AFTER_MS = 10_000;
const FAILURES_KEPT = 5;
const POST = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;

/** A request by its number: a path, or one with the body of a POST. */
export type Path = (index: number) => string | { readonly path: string; readonly body: unknown };

/** Asks all endpoints in turn, so many requests a second, until the signal aborts. */
export async function askEndpoints(
  network: ServedNetwork,
  perSecond: number,
  { taken, signal }: { readonly taken: readonly TakenMessage[]; readonly signal: AbortSignal },
): Promise<RequestFigures> {
  const latenciesMs: number[] = [];
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  const paths = pathsOf(network, taken);
  await everyInterval(perSecond, signal, async (index) => {
    const asked = paths[index % paths.length]!(index);
    const beganMs = performance.now();
    const { status, text } = await ask(network, asked);
    if (status !== 0) latenciesMs.push(performance.now() - beganMs);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if ((status === 0 || status >= 500) && failures.length < FAILURES_KEPT)
      failures.push(`${status} ${JSON.stringify(asked)}: ${text}`);
  });
  return { latenciesMs, statuses, failures };
}

/** Asks once. The status is 0 when no answer came. */
export async function ask(
  { url }: ServedNetwork,
  asked: ReturnType<Path>,
): Promise<{ readonly status: number; readonly text: string }> {
  const { path, body } = typeof asked === 'string' ? { path: asked, body: undefined } : asked;
  try {
    const response = await fetch(url + path, body === undefined ? {} : { ...POST, body: JSON.stringify(body) });
    return { status: response.status, text: (await response.text()).slice(0, 200) };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

/** A request of each endpoint. */
export function pathsOf({ wallets }: ServedNetwork, taken: readonly TakenMessage[]): readonly Path[] {
  const walletAt = (index: number): string => {
    const { workchain, hash } = wallets[(index * 13) % wallets.length]!.address;
    return `${workchain}:${Buffer.from(hash).toString('hex').toUpperCase()}`;
  };
  const hashAt = (index: number): string => {
    const served = taken.findLastIndex(({ takenAtMs }) => performance.now() - takenAtMs > SERVED_AFTER_MS);
    return encodeURIComponent(taken[served < 0 ? 0 : (index * 31) % (served + 1)]?.hash ?? '00'.repeat(32));
  };
  return [
    () => '/api/v3/masterchainInfo',
    (index) => `/api/v3/transactionsByMessage?msg_hash=${hashAt(index)}`,
    (index) => `/toncenter/api/v3/transactions?account=${walletAt(index)}&limit=20`,
    (index) => `/toncenter/api/v3/accountStates?address=${walletAt(index)}`,
    (index) => `/api/v3/masterchainBlockShards?seqno=${10 + (index % 40)}&limit=20`,
    (index) => `/api/v3/actions?account=${walletAt(index)}&limit=10`,
    (index) => `/api/v3/traces?msg_hash=${hashAt(index)}`,
    (index) => `/api/v3/walletStates?address=${walletAt(index)}`,
    () => '/api/v3/blocks?limit=10',
    (index) => ({
      path: '/api/v3/runGetMethod',
      body: { address: walletAt(index), method: 'seqno', stack: [] },
    }),
    (index) => `/api/v3/messages?source=${walletAt(index)}&limit=10`,
    (index) => `/toncenter/api/v2/getTransactions?address=${walletAt(index)}&limit=10`,
    (index) => `/toncenter/api/v2/getAddressInformation?address=${walletAt(index)}`,
    () => '/toncenter/api/v2/getMasterchainInfo',
    () => '/api/v3/topAccountsByBalance?limit=10',
  ];
}
