import type { EventProducer, OutgoingRecord } from '@tonriver/stream';
import { encodeRawBlock, partitionOfSeqno, type RawBlock, type Topic } from '@tonriver/events';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import type { CheckedBlock, Round } from '@tonriver/chain-source';

/** Returns the records of a round, in order and for one partition. */
export function recordsOfRound(round: Round, isRangeStart: boolean, topic: Topic): readonly OutgoingRecord[] {
  const partition = partitionOfSeqno(round.seqno, topic.partitions);
  return round.blocks.map((block, index) => ({
    partition,
    ...encodeRawBlock(rawBlock(block, { seqno: round.seqno, index, blockCount: round.blocks.length, isRangeStart })),
  }));
}

/** Returns the record of a partial block. */
export function recordOfPartialBlock(block: CheckedBlock, topic: Topic): OutgoingRecord {
  return { partition: partitionOfSeqno(block.key.seqno, topic.partitions), ...encodeRawBlock(rawBlock(block, null)) };
}

function rawBlock(block: CheckedBlock, round: RawBlock['round']): RawBlock {
  return {
    workchain: block.key.workchain,
    shard: shardToHex(block.key.shard),
    seqno: block.key.seqno,
    rootHash: hashToHex(block.rootHash),
    fileHash: block.fileHash === null ? null : hashToHex(block.fileHash),
    round,
    boc: block.boc,
  };
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
