import { decodeRawBlock, partitionOfSeqno, type RoundPlace, type Topic } from '@tonriver/events';
import type { EventLog, LogRecord } from '@tonriver/stream';
import type { RoundReader, RoundRecords } from './round-reader.ts';

type ReadableLog = Pick<EventLog, 'readRange' | 'endOffsets'>;

/** Records of one read. A read also ends at the number of bytes that the log allows. */
const RECORDS_PER_READ = 64;

/**
 * Reads rounds from `raw-blocks`. Fetchers publish rounds in ascending order, so the place of a round is found by
 * halving its partition. It may be elsewhere: a fetcher published earlier rounds later, or a round in two pieces.
 *
 * @param options.isOnlyReader when a round is not at its place, reads the whole partition once. Not worth it where
 *   another reader has the round.
 */
export function readRoundsOfLog(
  log: ReadableLog,
  topic: Topic,
  { isOnlyReader }: { readonly isOnlyReader: boolean },
): RoundReader {
  const partitions = new Map<number, ReturnType<typeof createPartitionReader>>();
  return {
    async read(seqno) {
      const partition = partitionOfSeqno(seqno, topic.partitions);
      const reader = partitions.get(partition) ?? createPartitionReader(log, topic.name, partition);
      partitions.set(partition, reader);
      const found = await reader.readInOrder(seqno);
      return found === undefined && isOnlyReader ? await reader.readAnywhere(seqno) : found;
    },
  };
}

function createPartitionReader(log: ReadableLog, topic: string, partition: number) {
  const readFrom = (offset: bigint, limit: number): Promise<readonly LogRecord[]> =>
    log.readRange(topic, partition, offset, limit);
  /** The place behind the round that was read last, and that round. */
  let position: { readonly after: number; readonly offset: bigint } | undefined;
  let index: ReadonlyMap<number, readonly bigint[]> | undefined;

  /** Offset of the first record of this round or a later one, if the partition is in order. */
  const search = async (seqno: number): Promise<bigint> => {
    let low = 0n;
    let high = (await log.endOffsets(topic))[partition] ?? 0n;
    while (low < high) {
      const middle = (low + high) / 2n;
      const [record] = await readFrom(middle, 1);
      // Nothing is kept behind the middle, or what follows is a later round.
      if (record === undefined || record.offset >= high || (roundOf(record)?.seqno ?? 0) >= seqno) high = middle;
      else low = record.offset + 1n;
    }
    return low;
  };

  /** Collects the round from one offset on, until a record of a later round comes. */
  const collect = async (seqno: number, from: bigint): Promise<RoundRecords | undefined> => {
    const round = createRound();
    for (let offset = from; ; ) {
      const records = await readFrom(offset, RECORDS_PER_READ);
      const last = records.at(-1);
      if (last === undefined) return undefined;
      for (const record of records) {
        const place = roundOf(record);
        if (place !== undefined && place.seqno > seqno) return undefined;
        if (place?.seqno !== seqno) continue;
        const whole = round.add(record, place);
        if (whole === undefined) continue;
        position = { after: seqno, offset: record.offset + 1n };
        return whole;
      }
      offset = last.offset + 1n;
    }
  };

  /** Where the records of every round lie. */
  const indexOf = async (): Promise<ReadonlyMap<number, readonly bigint[]>> => {
    const offsets = new Map<number, bigint[]>();
    for (let offset = 0n; ; ) {
      const records = await readFrom(offset, RECORDS_PER_READ);
      const last = records.at(-1);
      if (last === undefined) return offsets;
      for (const record of records) {
        const place = roundOf(record);
        if (place === undefined) continue;
        offsets.set(place.seqno, [...(offsets.get(place.seqno) ?? []), record.offset]);
      }
      offset = last.offset + 1n;
    }
  };

  const readAnywhere = async (seqno: number): Promise<RoundRecords | undefined> => {
    index ??= await indexOf();
    const round = createRound();
    for (const offset of index.get(seqno) ?? []) {
      const [record] = await readFrom(offset, 1);
      const place = record === undefined ? undefined : roundOf(record);
      if (record?.offset !== offset || place === undefined) continue;
      const whole = round.add(record, place);
      if (whole !== undefined) return whole;
    }
    return undefined;
  };

  return {
    async readInOrder(seqno: number): Promise<RoundRecords | undefined> {
      const from = position !== undefined && position.after < seqno ? position.offset : await search(seqno);
      return await collect(seqno, from);
    },
    readAnywhere,
  };
}

/** Gathers the records of one round. Records that name another number of blocks are kept apart. */
function createRound() {
  const variants = new Map<number, (LogRecord | undefined)[]>();
  return {
    /** Returns all records of the round when this was the last one that was missing. */
    add(record: LogRecord, { index, blockCount }: RoundPlace): RoundRecords | undefined {
      const records = variants.get(blockCount) ?? Array.from<LogRecord | undefined>({ length: blockCount });
      variants.set(blockCount, records);
      records[index] ??= record;
      const found = records.filter((one) => one !== undefined);
      return found.length === blockCount ? found : undefined;
    },
  };
}

/** The place of a record in its round; undefined for a partial block, and for records that are not raw blocks. */
function roundOf(record: LogRecord): RoundPlace | undefined {
  try {
    return decodeRawBlock(record).round ?? undefined;
  } catch {
    return undefined;
  }
}
