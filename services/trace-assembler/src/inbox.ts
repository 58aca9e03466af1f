import type { ParsedBlock } from '@tonriver/events';
import type { IsDone, PartitionAssignment } from '@tonriver/stream';

/** An announcement that was read. */
interface Announcement {
  readonly assignment: PartitionAssignment;
  readonly offset: bigint;
  readonly block: ParsedBlock;
}

interface Delivery extends Announcement {
  /** Whether a pass has taken it: only then it is known what there is to do for it. */
  readonly taking: { isTaken: boolean };
}

/** Holds what was read until a pass takes it, so that nothing changes under a pass while it waits for ClickHouse. */
export interface Inbox {
  /** @returns tells whether the announcement was taken and its round is done */
  put(announcement: Announcement, isRoundDone: (round: number) => boolean): IsDone;
  takeAll(): readonly Delivery[];
  /** Whether as much waits as may be read ahead. */
  readonly isFull: boolean;
}

const RECORDS_MAX = 4000;
const TRANSACTIONS_MAX = 100_000;

export function createInbox(): Inbox {
  let waiting: Delivery[] = [];
  let transactionCount = 0;
  return {
    put(announcement, isRoundDone) {
      const taking = { isTaken: false };
      waiting.push({ ...announcement, taking });
      transactionCount += announcement.block.transactions.length;
      return doneOnceTaken(taking, announcement.block.round, isRoundDone);
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

/** A function of its own, so that it does not keep the block in memory. */
function doneOnceTaken(
  taking: { readonly isTaken: boolean },
  round: number,
  isRoundDone: (round: number) => boolean,
): IsDone {
  return () => taking.isTaken && isRoundDone(round);
}
