/** Sends one commit; resolves when it is durable. */
export type SendCommit = (partition: number, nextOffset: bigint) => Promise<void>;

/** The commits of the partitions that a member has in one generation of its group. */
export interface PartitionCommits {
  /** Resolves when everything before `nextOffset` is durably done; what is done already is not sent again. */
  commit(partition: number, nextOffset: bigint): Promise<void>;
}

interface Progress {
  durable: bigint;
  wanted: bigint;
  sending: Promise<void> | undefined;
}

/**
 * One commit at a time per partition, always of the furthest offset that is wanted by then. So a repeated request of an
 * older offset can never overtake a newer one, and many small commits become few.
 */
export function createPartitionCommits(
  committed: (partition: number) => bigint,
  sendCommit: SendCommit,
): PartitionCommits {
  const partitions = new Map<number, Progress>();
  const progressOf = (partition: number): Progress => {
    let progress = partitions.get(partition);
    if (progress === undefined) {
      const durable = committed(partition);
      progress = { durable, wanted: durable, sending: undefined };
      partitions.set(partition, progress);
    }
    return progress;
  };
  const send = async (partition: number, progress: Progress) => {
    const nextOffset = progress.wanted;
    try {
      await sendCommit(partition, nextOffset);
      progress.durable = nextOffset;
    } finally {
      progress.sending = undefined;
    }
  };
  return {
    async commit(partition, nextOffset) {
      const progress = progressOf(partition);
      if (nextOffset > progress.wanted) progress.wanted = nextOffset;
      while (progress.durable < nextOffset) {
        progress.sending ??= send(partition, progress);
        await progress.sending;
      }
    },
  };
}
