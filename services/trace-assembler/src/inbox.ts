import type { LogBatch } from '@tonriver/stream';
import type { ParsedBlock } from '@tonriver/events';

/** A record that was read; `block` is undefined for one that became a dead letter. */
export interface Delivery {
  readonly batch: LogBatch;
  readonly offset: bigint;
  readonly block: ParsedBlock | undefined;
}

/**
 * What was read and no pass has taken yet: the one place where the consumer and the passes meet. A pass takes all of it
 * at its beginning, and nothing but the pass changes what it works on while it waits for ClickHouse.
 */
export interface Inbox {
  put(delivery: Delivery): void;
  takeAll(): readonly Delivery[];
  /** Resolves when no more waits than may, or the signal aborts. */
  room(signal: AbortSignal): Promise<void>;
}

export interface InboxBounds {
  readonly recordsMax: number;
  readonly transactionsMax: number;
}

export function createInbox({ recordsMax, transactionsMax }: InboxBounds): Inbox {
  let waiting: Delivery[] = [];
  let transactionCount = 0;
  let isTaken: () => void = () => undefined;
  const isFull = (): boolean => waiting.length >= recordsMax || transactionCount >= transactionsMax;
  return {
    put(delivery) {
      waiting.push(delivery);
      transactionCount += delivery.block?.transactions.length ?? 0;
    },
    takeAll() {
      const taken = waiting;
      waiting = [];
      transactionCount = 0;
      isTaken();
      return taken;
    },
    async room(signal) {
      if (!isFull() || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const go = (): void => {
          signal.removeEventListener('abort', go);
          resolve();
        };
        isTaken = go;
        signal.addEventListener('abort', go);
      });
    },
  };
}
