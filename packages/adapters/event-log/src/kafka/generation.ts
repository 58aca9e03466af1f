import type { Logger } from '@tonriver/logger';
import type { Admin, OffsetsByTopicPartition } from 'kafkajs';
import type { ConsumerOptions, LogBatch, LogRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { isRevocation } from './kafka-errors.ts';
import { createPartitionCommits } from './partition-commits.ts';
import { retryKafkaCall } from './retry-kafka-call.ts';

export interface GenerationDependencies {
  readonly admin: Admin;
  readonly logger: Logger;
  readonly unavailableMaxMs: number;
}

/** Commits through kafkajs without retries, in the generation that the group has at the time of the call. */
type CommitOffsets = (offsets: OffsetsByTopicPartition) => Promise<void>;

/**
 * The state of a consumer between two changes of its group. A generation that has ended moves no offset: `isCurrent` is
 * checked in the same turn in which kafkajs puts its generation into the request, and the coordinator refuses requests
 * of older generations.
 */
export interface Generation {
  isCurrent(): boolean;
  end(): void;
  /**
   * Resolves to true when a batch fetched from this offset is the next of its partition. kafkajs may deliver a batch
   * that it fetched before the group changed, and taking it would skip the records before it.
   */
  isNext(partition: number, fetchedOffset: bigint): Promise<boolean>;
  batch(partition: number, records: readonly LogRecord[], commitOffsets: CommitOffsets): LogBatch;
}

export function createGeneration(dependencies: GenerationDependencies, options: ConsumerOptions): Generation {
  const { admin, logger, unavailableMaxMs } = dependencies;
  const { topic, groupId } = options;
  const positions = new Map<number, bigint>();
  let isCurrent = true;
  let starts: Promise<ReadonlyMap<number, PartitionStart>> | undefined;
  const committedAtStart = new Map<number, bigint>();
  let commitOffsets: CommitOffsets | undefined;

  const revoked = (partition: number, cause?: unknown) =>
    new EventLogError(
      'partition_revoked',
      'The group has changed since the batch was read',
      { topic, groupId, partition },
      { cause },
    );
  const sendCommit = async (partition: number, nextOffset: bigint) => {
    const attempt = async () => {
      if (!isCurrent || commitOffsets === undefined) throw revoked(partition);
      await commitOffsets({ topics: [{ topic, partitions: [{ partition, offset: nextOffset.toString() }] }] });
    };
    const rejectWhenRevoked = (error: unknown) => {
      throw isRevocation(error) ? revoked(partition, error) : error;
    };
    await retryKafkaCall(() => attempt().catch(rejectWhenRevoked), {
      action: 'commit offsets',
      maxMs: unavailableMaxMs,
    });
  };
  const commits = createPartitionCommits((partition) => committedAtStart.get(partition) ?? 0n, sendCommit);
  const readStarts = () =>
    retryKafkaCall(() => partitionStarts(admin, topic, groupId), { action: 'read offsets', maxMs: unavailableMaxMs });

  return {
    isCurrent: () => isCurrent,
    end() {
      isCurrent = false;
    },
    async isNext(partition, fetchedOffset) {
      starts ??= readStarts();
      const start = (await starts).get(partition);
      if (start === undefined || !isCurrent) return false;
      committedAtStart.set(partition, start.committed ?? 0n);
      const expected = positions.get(partition) ?? start.committed ?? start.oldest;
      if (fetchedOffset === expected) return true;
      // The batch was fetched in an earlier generation, or the records before it were removed.
      const oldest = (await readStarts()).get(partition)?.oldest ?? 0n;
      if (fetchedOffset < expected || fetchedOffset > oldest) return false;
      const fields = { topic, groupId, partition, expected, oldest };
      logger.error('Records were removed by retention before this group had read them', fields);
      return true;
    },
    batch(partition, records, commit) {
      commitOffsets = commit;
      const last = records.at(-1)?.offset ?? 0n;
      positions.set(partition, last + 1n);
      return {
        partition,
        records,
        isCurrent: () => isCurrent,
        async commit(offset = last) {
          if (offset < 0n || offset >= (positions.get(partition) ?? 0n)) {
            const fields = { topic, groupId, partition, offset };
            throw new EventLogError('offset_invalid', 'Only delivered records can be committed', fields);
          }
          if (!isCurrent) throw revoked(partition);
          await commits.commit(partition, offset + 1n);
        },
      };
    },
  };
}

interface PartitionStart {
  /** The offset after the group's last commit, undefined before the first. */
  readonly committed: bigint | undefined;
  /** The oldest kept record. */
  readonly oldest: bigint;
}

async function partitionStarts(
  admin: Admin,
  topic: string,
  groupId: string,
): Promise<ReadonlyMap<number, PartitionStart>> {
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const kept = await admin.fetchTopicOffsets(topic);
  return new Map(
    kept.map(({ partition, low }) => {
      const offset = BigInt(committed?.partitions.find((each) => each.partition === partition)?.offset ?? -1);
      return [partition, { committed: offset < 0n ? undefined : offset, oldest: BigInt(low) }];
    }),
  );
}
