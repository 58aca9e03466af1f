import type { EventLog, LogBatch, LogRecord, OutgoingRecord } from '../event-log.ts';
import { EventLogError } from '../event-log-error.ts';

export interface MemoryLogOptions {
  readonly partitions?: number;
  readonly batchRecords?: number;
}

/** A log in memory with one consumer, whose partitions can be taken away and given back at any moment. */
export function createMemoryLog({ partitions = 1, batchRecords = 4 }: MemoryLogOptions = {}) {
  const topics = new Map<string, LogRecord[][]>();
  const committed: bigint[] = Array.from({ length: partitions }, () => 0n);
  let generation = 0;
  let failCommits: EventLogError | undefined;
  let commitCount = 0;
  const at = (topic: string): LogRecord[][] => {
    const found = topics.get(topic) ?? Array.from({ length: partitions }, () => []);
    topics.set(topic, found);
    return found;
  };
  const store = (topic: string, { partition, ...record }: OutgoingRecord): void => {
    const records = at(topic)[partition]!;
    records.push({ partition, offset: BigInt(records.length), ...record });
  };
  const batchOf = (partition: number, records: readonly LogRecord[]): LogBatch => {
    const own = generation;
    const isCurrent = (): boolean => own === generation;
    return {
      partition,
      records,
      isCurrent,
      async commit(offset = records.at(-1)!.offset) {
        await Promise.resolve();
        commitCount += 1;
        if (failCommits !== undefined) throw failCommits;
        if (!isCurrent()) throw new EventLogError('partition_revoked', 'The partition was given to another consumer');
        if (offset + 1n > committed[partition]!) committed[partition] = offset + 1n;
      },
    };
  };
  const log: EventLog = {
    ensureTopics: async () => undefined,
    producer: async () => ({
      async send(topic, records) {
        for (const record of records) store(topic, record);
      },
      close: async () => undefined,
    }),
    consumer: async ({ topic }) => ({
      async run(handler, { signal }) {
        let own = -1;
        let next: bigint[] = [];
        while (!signal.aborted) {
          if (own !== generation) next = [...committed];
          own = generation;
          let isIdle = true;
          for (let partition = 0; partition < partitions; partition += 1) {
            const from = Number(next[partition]);
            const records = at(topic)[partition]!.slice(from, from + batchRecords);
            if (records.length === 0 || own !== generation || signal.aborted) continue;
            isIdle = false;
            next[partition] = records.at(-1)!.offset + 1n;
            await handler(batchOf(partition, records));
          }
          if (isIdle) await new Promise((resolve) => setImmediate(resolve));
        }
      },
      close: async () => undefined,
    }),
    endOffsets: async (topic) => at(topic).map((records) => BigInt(records.length)),
    committedOffsets: async () => committed,
    readRange: async (topic, partition, from, limit) =>
      at(topic)
        [partition]!.filter(({ offset }) => offset >= from)
        .slice(0, limit),
    close: async () => undefined,
  };
  return {
    log,
    send: (topic: string, records: readonly OutgoingRecord[]): void => {
      for (const record of records) store(topic, record);
    },
    records: (topic: string): readonly LogRecord[] => at(topic).flat(),
    committed: (): readonly bigint[] => [...committed],
    /** Sets the commit of the group, as an earlier process would have left it. */
    setCommitted(partition: number, next: bigint): void {
      committed[partition] = next;
    },
    /** Removes the oldest records of a partition. */
    trim(topic: string, partition: number, before: bigint): void {
      at(topic)[partition] = at(topic)[partition]!.filter(({ offset }) => offset >= before);
    },
    /** Takes all partitions away and gives them back: uncommitted records come again. */
    rebalance(): void {
      generation += 1;
    },
    failCommits(error: EventLogError | undefined): void {
      failCommits = error;
    },
    get commitCount() {
      return commitCount;
    },
  };
}

export type MemoryLog = ReturnType<typeof createMemoryLog>;
