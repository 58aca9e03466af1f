import type { ServedNetwork } from './served-network.ts';
import { everyInterval } from './every-interval.ts';

/** A message that the network took. */
export interface TakenMessage {
  /** Base64. */
  readonly hash: string;
  /** `performance.now()` of the answer. */
  readonly takenAtMs: number;
}

export interface Transfers {
  readonly taken: readonly TakenMessage[];
  readonly refusedCount: number;
  /** How many messages of each wallet were taken. */
  readonly seqnos: readonly number[];
  /** Resolves when the last one was answered. */
  readonly done: Promise<void>;
}

const AMOUNT = 10_000_000n;
/** Wallets that are neighbours in the list send to each other seldom: shards are parts of the addresses. */
const STRIDE = 7;

/** A wallet sends no more messages at once. */
export const RECIPIENTS_MAX = 4;

export interface TransfersOptions {
  /** Messages a second. */
  readonly perSecond: number;
  /** Transfers of one message: 1 to `RECIPIENTS_MAX`. */
  readonly recipients: number;
}

/** Lets wallets send to each other in turn. A wallet waits for its answer. */
export function startTransfers(
  network: ServedNetwork,
  { perSecond, recipients }: TransfersOptions,
  signal: AbortSignal,
): Transfers {
  const { wallets } = network;
  const taken: TakenMessage[] = [];
  const seqnos = wallets.map(() => 0);
  const waiting = wallets.map(() => Promise.resolve());
  let refusedCount = 0;
  const send = async (from: number): Promise<void> => {
    const seqno = seqnos[from] ?? 0;
    const [first, ...others] = Array.from({ length: recipients }, (_, index) => {
      const to = wallets[(from * STRIDE + (seqno + index) * 3 + 1) % wallets.length]!.address;
      return { to, amount: AMOUNT, bounce: false };
    });
    const hash = await network.send(wallets[from]!, { seqno, ...first!, others }).catch(() => undefined);
    if (hash === undefined) {
      refusedCount += 1;
      return;
    }
    seqnos[from] = seqno + 1;
    taken.push({ hash, takenAtMs: performance.now() });
  };
  const done = everyInterval(perSecond, signal, async (index) => {
    const from = index % wallets.length;
    const sent = (waiting[from] ?? Promise.resolve()).then(() => send(from));
    waiting[from] = sent;
    await sent;
  });
  return {
    taken,
    seqnos,
    get refusedCount() {
      return refusedCount;
    },
    done,
  };
}
