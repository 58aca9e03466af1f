import { encodeRawBlock, partitionOfSeqno, type Topic } from '@tonriver/events';
import { type CheckedBlock, rawBlockOf, rawBlocksOfRound, type Round } from '@tonriver/chain-source';
import type { EventProducer, OutgoingRecord } from '@tonriver/stream';

/** Returns the records of a round, in order and for one partition. */
export function recordsOfRound(round: Round, isRangeStart: boolean, topic: Topic): readonly OutgoingRecord[] {
  const partition = partitionOfSeqno(round.seqno, topic.partitions);
  return rawBlocksOfRound(round, isRangeStart).map((block) => ({ partition, ...encodeRawBlock(block) }));
}

/** Returns the record of a partial block. */
export function recordOfPartialBlock(block: CheckedBlock, topic: Topic): OutgoingRecord {
  return { partition: partitionOfSeqno(block.key.seqno, topic.partitions), ...encodeRawBlock(rawBlockOf(block, null)) };
}

/** Collects records and sends them together, which saves round trips for small rounds. */
export function createRecordBatch(producer: EventProducer, topic: Topic, bytesMax: number) {
  let records: OutgoingRecord[] = [];
  let bytes = 0;
  return {
    add(added: readonly OutgoingRecord[]): void {
      records.push(...added);
      for (const { value } of added) bytes += value.length;
    },
    isFull: (): boolean => bytes >= bytesMax,
    /** Resolves when everything added is durable. */
    async flush(): Promise<void> {
      if (records.length === 0) return;
      const sent = records;
      records = [];
      bytes = 0;
      await producer.send(topic.name, sent);
    },
  };
}
