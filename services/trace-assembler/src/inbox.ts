import type { ParsedBlock } from '@tonriver/events';
import type { PartitionAssignment } from '@tonriver/stream';

/** An announcement that was read. */
export interface Delivery {
  readonly assignment: PartitionAssignment;
  readonly offset: bigint;
  readonly block: ParsedBlock;
  /** Whether a pass has taken it: before that nobody knows what there is to do. */
  readonly taking: { isTaken: boolean };
}

/**
 * What was read and no pass has taken yet: the one place where reading and passes meet. A pass takes all of it at its
 * beginning, and nothing but the pass changes what it works on while it waits for ClickHouse.
 */
export interface Inbox {
  put(delivery: Delivery): void;
  takeAll(): readonly Delivery[];
  /** Whether as much waits as may be read ahead of the next pass. */
  readonly isFull: boolean;
}

const RECORDS_MAX = 4000;
const TRANSACTIONS_MAX = 100_000;

export function createInbox(): Inbox {
  let waiting: Delivery[] = [];
  let transactionCount = 0;
  return {
    put(delivery) {
      waiting.push(delivery);
      transactionCount += delivery.block.transactions.length;
    },
    takeAll() {
      const taken = waiting;
      waiting = [];
      transactionCount = 0;
      return taken;
    },
    get isFull() {
      return waiting.length >= RECORDS_MAX || transactionCount >= TRANSACTIONS_MAX;
    },
  };
}
