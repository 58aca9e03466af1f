import { EventLogError } from '@tonriver/stream';
import type { LogStore } from './log-store.ts';

/** A member of a consumer group. */
export interface GroupMember {
  /** Called after partitions changed their owners. */
  readonly onAssignment: () => void;
}

/** One group of one topic: the owner and the committed offset of each partition. */
export interface ConsumerGroup {
  join(member: GroupMember): void;
  leave(member: GroupMember): void;
  /** Returns the partitions of a member, ascending. */
  partitionsOf(member: GroupMember): readonly number[];
  /** Returns a number that changes with the partition's owner. Batches of an older epoch are not current. */
  epochOf(partition: number): number;
  /** Returns the offset after the last commit, undefined before the first. */
  nextOffset(partition: number): number | undefined;
  /** Returns the offset after the last durable commit, undefined before the first. */
  durableOffset(partition: number): number | undefined;
  /** Commits everything before `nextOffset`. See `LogBatch.commit`. */
  commit(partition: number, epoch: number, nextOffset: number): Promise<void>;
}

export interface ConsumerGroupDependencies {
  readonly store: LogStore;
  readonly topicId: number;
  readonly groupId: string;
  readonly partitions: number;
  /** Called after each durable commit. */
  readonly onCommitted: (partition: number) => void;
}

interface PartitionProgress {
  owner: GroupMember | undefined;
  epoch: number;
  next: number | undefined;
  durable: number | undefined;
  pending: Promise<void>;
}

/** Opens a group with its stored commits. The partitions are dealt out to the members in the order of their joining. */
export function createConsumerGroup(dependencies: ConsumerGroupDependencies): ConsumerGroup {
  const { store, topicId, groupId, partitions, onCommitted } = dependencies;
  const members: GroupMember[] = [];
  const progress = Array.from(
    { length: partitions },
    (): PartitionProgress => ({
      owner: undefined,
      epoch: 0,
      next: undefined,
      durable: undefined,
      pending: Promise.resolve(),
    }),
  );
  for (const commit of store.commits(topicId)) {
    const entry = progress[commit.partition];
    if (commit.groupId !== groupId || entry === undefined) continue;
    entry.next = commit.nextOffset;
    entry.durable = commit.nextOffset;
  }
  const of = (partition: number): PartitionProgress => {
    const entry = progress[partition];
    if (entry === undefined) throw new EventLogError('partition_unknown', 'No such partition', { partition });
    return entry;
  };
  const assign = () => {
    progress.forEach((entry, partition) => {
      const owner = members[partition % Math.max(members.length, 1)];
      if (owner === entry.owner) return;
      entry.owner = owner;
      entry.epoch += 1;
    });
    for (const member of members) member.onAssignment();
  };
  const write = async (partition: number, entry: PartitionProgress, nextOffset: number) => {
    await store.putCommit(topicId, { groupId, partition, nextOffset });
    entry.durable = nextOffset;
    onCommitted(partition);
  };

  return {
    join(member) {
      members.push(member);
      assign();
    },
    leave(member) {
      const index = members.indexOf(member);
      if (index < 0) return;
      members.splice(index, 1);
      assign();
    },
    partitionsOf: (member) => progress.flatMap(({ owner }, partition) => (owner === member ? [partition] : [])),
    epochOf: (partition) => of(partition).epoch,
    nextOffset: (partition) => of(partition).next,
    durableOffset: (partition) => of(partition).durable,
    async commit(partition, epoch, nextOffset) {
      const entry = of(partition);
      if (entry.epoch !== epoch) {
        throw new EventLogError('partition_revoked', 'The partition was given to another consumer', {
          groupId,
          partition,
          nextOffset,
        });
      }
      // A smaller offset only waits until the larger one is durable.
      if (entry.next === undefined || nextOffset > entry.next) {
        entry.next = nextOffset;
        entry.pending = write(partition, entry, nextOffset);
      }
      await entry.pending;
    },
  };
}
