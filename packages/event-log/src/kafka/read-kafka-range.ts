import { randomUUID } from 'node:crypto';
import type { Logger } from '@tonriver/logger';
import { type Admin, AssignerProtocol, type EachBatchPayload, type Kafka, type PartitionAssigner } from 'kafkajs';
import { readRangeBytesMax } from '../checked-arguments.ts';
import type { LogRecord } from '../event-log.ts';
import { unavailable } from './kafka-errors.ts';
import { logRecordOf } from './log-record.ts';
import { persistently } from './persistently.ts';

export interface KafkaRange {
  readonly topic: string;
  readonly partition: number;
  readonly from: bigint;
  readonly limit: number;
}

export interface ReadKafkaRangeDependencies {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly logger: Logger;
  readonly unavailableMaxMs: number;
}

/**
 * Reads some records of one partition. kafkajs reads as a member of a group and not otherwise, so this makes a group of
 * its own for the time of the call, whose only member gets this partition and never commits.
 */
export async function readKafkaRange(
  dependencies: ReadKafkaRangeDependencies,
  range: KafkaRange,
): Promise<readonly LogRecord[]> {
  const { kafka, admin, logger, unavailableMaxMs } = dependencies;
  const { topic, partition, limit } = range;
  const offsets = await persistently(() => admin.fetchTopicOffsets(topic), {
    what: 'read offsets',
    maxMs: unavailableMaxMs,
  });
  const kept = offsets.find((each) => each.partition === partition);
  const end = BigInt(kept?.high ?? 0);
  const from = range.from > BigInt(kept?.low ?? 0) ? range.from : BigInt(kept?.low ?? 0);
  if (limit < 1 || from >= end) return [];

  const groupId = `tonriver-read-${randomUUID()}`;
  const consumer = kafka.consumer({
    groupId,
    partitionAssigners: [onlyPartition(topic, partition)],
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
  });
  const records: LogRecord[] = [];
  let bytes = 0;
  let next = from;
  const take = (record: LogRecord): boolean => {
    if (record.offset < next) return true;
    if (record.offset >= end || records.length >= limit) return false;
    if (records.length > 0 && bytes + record.value.length > readRangeBytesMax) return false;
    records.push(record);
    next = record.offset + 1n;
    bytes += record.value.length;
    return records.length < limit && record.offset + 1n < end;
  };
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      const giveUp = setTimeout(
        () => reject(unavailable(`read ${topic}`, unavailableMaxMs, undefined)),
        unavailableMaxMs,
      );
      const done = () => {
        clearTimeout(giveUp);
        resolve();
      };
      const eachBatch = async (payload: EachBatchPayload) => {
        const { batch } = payload;
        const wantsMore = batch.messages.every((message) => take(logRecordOf(batch.partition, message)));
        payload.resolveOffset(batch.lastOffset());
        // The last records before the end may be of Kafka's own and never shown.
        if (!wantsMore || BigInt(batch.lastOffset()) + 1n >= end) done();
      };
      // Only a member of the group may seek. A consumer that crashed on the way (a coordinator was still loading) joins
      // again by itself, and goes on behind what was taken.
      consumer.on(consumer.events.GROUP_JOIN, () => consumer.seek({ topic, partition, offset: next.toString() }));
      consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch((error: unknown) => logger.debug('Kafka forgets it later', { error }));
  }
  return records;
}

/** Gives every member the one partition: there is only one member. */
function onlyPartition(topic: string, partition: number): PartitionAssigner {
  const name = 'tonriver-only-partition';
  return () => ({
    name,
    version: 0,
    assign: async ({ members }) =>
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: 0,
          assignment: { [topic]: [partition] },
          userData: Buffer.alloc(0),
        }),
      })),
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) }),
    }),
  });
}
