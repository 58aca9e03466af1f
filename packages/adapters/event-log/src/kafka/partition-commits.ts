/** Sends one commit. Resolves when it is durable. */
export type SendCommit = (partition: number, nextOffset: bigint) => Promise<void>;

/** The commits of a member's partitions in one generation of its group. */
export interface PartitionCommits {
  /** Resolves when a commit of `nextOffset`, or of a larger offset, is durable. Sends none that is already durable. */
  commit(partition: number, nextOffset: bigint): Promise<void>;
}

interface Progress {
  durable: bigint;
  wanted: bigint;
  sending: Promise<void> | undefined;
}

/**
 * Sends one commit at a time per partition, always of the largest offset requested so far. So the repetition of an
 * older commit cannot overtake a newer one, and many small commits become few.
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
