import type { SentTransfer } from './jetton-holders.ts';
import { createJsonClient } from './json-client.ts';

/** An action of an answer, as far as it is looked at. */
export interface SeenAction {
  readonly type: string;
  readonly details: object;
  readonly trace_id: string | null;
  readonly trace_external_hash?: string;
  readonly finality: string;
}

/** A moment at which a message was in neither list of a gateway. */
interface Gap {
  readonly gateway: string;
  readonly hash: string;
  /** Since the message was accepted, ms. */
  readonly ageMs: number;
}

/** Looks for sent transfers in `pendingActions` and `actions` of gateways, again and again. */
export interface TransferWatch {
  add(transfer: SentTransfer): void;
  /** Messages that were in neither list, later than the grace after they were accepted, or once shown. */
  readonly gaps: readonly Gap[];
  /** Statuses of answers that were not 200, with the number of times. */
  readonly failures: ReadonlyMap<number, number>;
  /** Times of `pendingActions`, ms. */
  readonly pendingMs: readonly number[];
  /** Times from the acceptance to the first look that found it pending, ms. */
  readonly shownMs: readonly number[];
  /** What was seen of each message: pending and at last. */
  readonly seen: ReadonlyMap<string, { readonly pending?: SeenAction; readonly final?: SeenAction }>;
  /** Messages that not all gateways have as finished ones. */
  unfinished(): readonly SentTransfer[];
  stop(): Promise<void>;
}

/**
 * @param graceMs how long after its acceptance a message may be in neither list
 * @param isCalm tells whether gaps count now: false while a process is away and for a moment after. A look counts when
 *   it was so when it began and when it ended
 */
export function watchTransfers(
  urls: readonly string[],
  { graceMs, isCalm = () => true }: { readonly graceMs: number; readonly isCalm?: () => boolean },
): TransferWatch {
  const transfers = new Map<string, SentTransfer>();
  const finished = new Map(urls.map((url) => [url, new Set<string>()]));
  const shown = new Map(urls.map((url) => [url, new Set<string>()]));
  const seen = new Map<string, { pending?: SeenAction; final?: SeenAction }>();
  const gaps: Gap[] = [];
  const failures = new Map<number, number>();
  const pendingMs: number[] = [];
  const shownMs: number[] = [];
  const client = createJsonClient();
  let isStopped = false;

  const list = async (url: string, path: string): Promise<readonly SeenAction[] | undefined> => {
    const { status, json } = await client.get(url + path);
    if (status === 200) return (json as { readonly actions: readonly SeenAction[] }).actions;
    failures.set(status, (failures.get(status) ?? 0) + 1);
    return undefined;
  };
  const look = async (url: string, account: string, own: readonly SentTransfer[]): Promise<void> => {
    const startedMs = performance.now();
    // On a busy machine a look takes seconds: what it found may be of the time before.
    const wasCalm = isCalm();
    const pending = await list(url, `/api/v3/pendingActions?account=${account}`);
    const lookedAtMs = performance.now();
    pendingMs.push(lookedAtMs - startedMs);
    if (pending === undefined) return;
    const missing: SentTransfer[] = [];
    for (const transfer of own) {
      const action = transferIn(pending, transfer.hash);
      if (action === undefined) {
        missing.push(transfer);
        continue;
      }
      shown.get(url)!.add(transfer.hash);
      const known = seen.get(transfer.hash) ?? {};
      if (known.pending === undefined) shownMs.push(lookedAtMs - transfer.acceptedAtMs);
      seen.set(transfer.hash, { ...known, pending: action });
    }
    if (missing.length === 0) return;
    const stored = await list(url, `/api/v3/actions?account=${account}&limit=1000&sort=desc`);
    if (stored === undefined) return;
    for (const transfer of missing) {
      const action = transferIn(stored, transfer.hash);
      if (action !== undefined) {
        seen.set(transfer.hash, { ...seen.get(transfer.hash), final: action });
        finished.get(url)!.add(transfer.hash);
      } else if (
        wasCalm &&
        isCalm() &&
        (shown.get(url)!.has(transfer.hash) || startedMs - transfer.acceptedAtMs > graceMs)
      ) {
        gaps.push({ gateway: url, hash: transfer.hash, ageMs: Math.round(startedMs - transfer.acceptedAtMs) });
      }
    }
  };
  const run = async (url: string): Promise<void> => {
    while (!isStopped) {
      const open = [...transfers.values()].filter(({ hash }) => !finished.get(url)!.has(hash));
      for (const [account, own] of groupedByAccount(open)) {
        if (isStopped) return;
        await look(url, account, own);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const running = urls.map(run);
  return {
    add: (transfer) => void transfers.set(transfer.hash, transfer),
    gaps,
    failures,
    pendingMs,
    shownMs,
    seen,
    unfinished: () => [...transfers.values()].filter(({ hash }) => urls.some((url) => !finished.get(url)!.has(hash))),
    async stop() {
      isStopped = true;
      await Promise.all(running);
      client.close();
    },
  };
}

const PAUSE_MS = 20;

function transferIn(actions: readonly SeenAction[], hash: string): SeenAction | undefined {
  return actions.find((action) => action.type === 'jetton_transfer' && action.trace_external_hash === hash);
}

function groupedByAccount(transfers: readonly SentTransfer[]): ReadonlyMap<string, readonly SentTransfer[]> {
  const groups = new Map<string, SentTransfer[]>();
  for (const transfer of transfers) {
    const group = groups.get(transfer.account) ?? [];
    groups.set(transfer.account, group);
    group.push(transfer);
  }
  return groups;
}
