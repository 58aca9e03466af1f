import { decodeRawBlock, partitionOfSeqno, type RoundPlace, type Topic } from '@tonriver/events';
import type { EventLog, LogRecord } from '@tonriver/stream';
import type { RoundReader, RoundRecords } from './round-reader.ts';

type ReadableLog = Pick<EventLog, 'readRange' | 'endOffsets'>;

export interface ReadRoundsOfLogOptions {
  readonly isOnlyReader: boolean;
  /** The rounds that may be asked for. */
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
  /** Called when a whole partition is about to be read, which may take long. */
  readonly onWholePartition?: (partition: number) => void;
}

/** Up to this distance between two rounds, reading on is faster than a search. */
const NEAR_ROUNDS = 1000;

/** Records of one read. A read also ends at the number of bytes that the log allows. */
const RECORDS_PER_READ = 64;

/**
 * Reads rounds from `raw-blocks`. Fetchers publish rounds in ascending order, so the place of a round is found by
 * halving its partition. It may be elsewhere: a fetcher published earlier rounds later, or a round in two pieces.
 *
 * @param options.isOnlyReader reads the whole partition once when a round is not at its place. Leave it out when
 *   another reader may have the round.
 * @param options.signal ends that reading: then `read` finds nothing
 */
export function readRoundsOfLog(
  log: ReadableLog,
  topic: Topic,
  { isOnlyReader, from, to, signal, onWholePartition = () => undefined }: ReadRoundsOfLogOptions,
): RoundReader {
  const partitions = new Map<number, PartitionReaders>();
  const readersOf = (partition: number): PartitionReaders => {
    const options = { topic: topic.name, partition, from, to, signal, onWholePartition };
    return { inOrder: createPartitionReader(log, options), anywhere: createPartitionIndex(log, options) };
  };
  return {
    async read(seqno) {
      const partition = partitionOfSeqno(seqno, topic.partitions);
      const readers = partitions.get(partition) ?? readersOf(partition);
      partitions.set(partition, readers);
      const found = await readers.inOrder.read(seqno);
      return found === undefined && isOnlyReader ? await readers.anywhere.read(seqno) : found;
    },
  };
}

interface PartitionReaders {
  readonly inOrder: Pick<RoundReader, 'read'>;
  readonly anywhere: Pick<RoundReader, 'read'>;
}

interface PartitionReaderOptions extends Required<Omit<ReadRoundsOfLogOptions, 'isOnlyReader'>> {
  readonly topic: string;
  readonly partition: number;
}

function createPartitionReader(
  log: ReadableLog,
  { topic, partition, signal }: Pick<PartitionReaderOptions, 'topic' | 'partition' | 'signal'>,
) {
  const readFrom = (offset: bigint, limit: number): Promise<readonly LogRecord[]> =>
    log.readRange(topic, partition, offset, limit);
  /** The place behind the round that was read last, and that round. */
  let position: { readonly after: number; readonly offset: bigint } | undefined;
  let oldest: LogRecord | undefined;

  /** Offset of the first record of this round or a later one, if the partition is in order. */
  const search = async (seqno: number): Promise<bigint> => {
    let low = oldest?.offset ?? 0n;
    let high = (await log.endOffsets(topic))[partition] ?? 0n;
    while (low < high) {
      const middle = (low + high) / 2n;
      const [record] = await readFrom(middle, 1);
      // No record is kept behind the middle, or the next one is of a later round.
      if (record === undefined || record.offset >= high || (roundOf(record)?.seqno ?? 0) >= seqno) high = middle;
      else low = record.offset + 1n;
    }
    return low;
  };

  /** Collects the round from one offset on, until a record of a later round comes. */
  const collect = async (seqno: number, from: bigint): Promise<RoundRecords | undefined> => {
    const round = createRound();
    for (let offset = from; ; ) {
      const records = signal.aborted ? [] : await readFrom(offset, RECORDS_PER_READ);
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

  return {
    async read(seqno: number): Promise<RoundRecords | undefined> {
      oldest ??= (await readFrom(0n, 1))[0];
      if (oldest === undefined || (roundOf(oldest)?.seqno ?? 0) > seqno) return undefined;
      const isNear = position !== undefined && position.after < seqno && seqno - position.after < NEAR_ROUNDS;
      return await collect(seqno, isNear ? position!.offset : await search(seqno));
    },
  };
}

/** Finds rounds at any place: reads the whole partition at the first call. */
function createPartitionIndex(
  log: ReadableLog,
  { topic, partition, from, to, signal, onWholePartition }: PartitionReaderOptions,
) {
  let index: ReadonlyMap<number, readonly bigint[]> | undefined;
  const makeIndex = async (): Promise<ReadonlyMap<number, readonly bigint[]>> => {
    const offsets = new Map<number, bigint[]>();
    onWholePartition(partition);
    for (let offset = 0n; ; ) {
      const records = signal.aborted ? [] : await log.readRange(topic, partition, offset, RECORDS_PER_READ);
      const last = records.at(-1);
      if (last === undefined) return offsets;
      for (const record of records) {
        const place = roundOf(record);
        if (place === undefined || place.seqno < from || place.seqno > to) continue;
        const known = offsets.get(place.seqno);
        if (known === undefined) offsets.set(place.seqno, [record.offset]);
        else known.push(record.offset);
      }
      offset = last.offset + 1n;
    }
  };
  return {
    async read(seqno: number): Promise<RoundRecords | undefined> {
      index ??= await makeIndex();
      const round = createRound();
      for (const offset of index.get(seqno) ?? []) {
        const [record] = await log.readRange(topic, partition, offset, 1);
        const place = record === undefined ? undefined : roundOf(record);
        if (record?.offset !== offset || place === undefined) continue;
        const whole = round.add(record, place);
        if (whole !== undefined) return whole;
      }
      return undefined;
    },
  };
}

/** Gathers the records of one round. Records that name another number of blocks are kept apart. */
function createRound() {
  const variants = new Map<number, Map<number, LogRecord>>();
  return {
    /** Returns all records of the round when this was the last one that was missing. */
    add(record: LogRecord, { index, blockCount }: RoundPlace): RoundRecords | undefined {
      const records = variants.get(blockCount) ?? new Map<number, LogRecord>();
      variants.set(blockCount, records);
      if (!records.has(index)) records.set(index, record);
      if (records.size < blockCount) return undefined;
      return [...records].toSorted(([left], [right]) => left - right).map(([, found]) => found);
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
