import type { Logger } from '@tonriver/logger';
import type { Admin, OffsetsByTopicPartition } from 'kafkajs';
import type { ConsumerOptions, LogBatch, LogRecord } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { isRevocation } from './kafka-errors.ts';
import { createPartitionCommits } from './partition-commits.ts';
import { persistently } from './persistently.ts';

export interface GenerationDependencies {
  readonly admin: Admin;
  readonly logger: Logger;
  readonly unavailableMaxMs: number;
}

/** kafkajs' commit without retries, bound to the generation that its group has at the moment of the call. */
export type CommitOffsets = (offsets: OffsetsByTopicPartition) => Promise<void>;

/**
 * What a consumer knows and may do between two changes of its group. A generation that ended never moves an offset:
 * `isCurrent` is checked in the same turn in which kafkajs puts its own generation into the request, and the
 * coordinator refuses a request of an older one.
 */
export interface Generation {
  isCurrent(): boolean;
  end(): void;
  /**
   * True when a batch that was fetched from this offset is the next of its partition. kafkajs may hand over batches
   * that it fetched before the group changed; taking one would skip what lies before it.
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
    await persistently(() => attempt().catch(rejectWhenRevoked), { what: 'commit offsets', maxMs: unavailableMaxMs });
  };
  const commits = createPartitionCommits((partition) => committedAtStart.get(partition) ?? 0n, sendCommit);
  const readStarts = () =>
    persistently(() => partitionStarts(admin, topic, groupId), { what: 'read offsets', maxMs: unavailableMaxMs });

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
      // Not where we left off: fetched in an earlier generation, or the records in between are no longer kept.
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
            throw new EventLogError('offset_invalid', 'Only what was delivered can be committed', fields);
          }
          if (!isCurrent) throw revoked(partition);
          await commits.commit(partition, offset + 1n);
        },
      };
    },
  };
}

interface PartitionStart {
  /** Where the group goes on; `undefined` before its first commit. */
  readonly committed: bigint | undefined;
  /** The oldest record that is kept. */
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
