import type { EventLog, LogBatch, LogRecord } from '@tonriver/stream';

/** One topic in memory, for one reader: as many records as it begins with. */
export interface MemoryLog {
  readonly log: EventLog;
  /** Whether every record was handed out, and the reader is done with the last. */
  readonly isRead: () => boolean;
  /** Whether the offset behind a record was committed. */
  readonly isCommitted: (place: Pick<LogRecord, 'partition' | 'offset'>) => boolean;
}

/** Batches are as short as a reader may get them: one record each, in the order in which they were sent. */
export function createMemoryLog(records: readonly LogRecord[], partitions: number): MemoryLog {
  const committed = new Map<number, bigint>();
  let readCount = 0;
  const of = (partition: number): readonly LogRecord[] => records.filter((record) => record.partition === partition);
  const batchOf = (record: LogRecord): LogBatch => ({
    partition: record.partition,
    records: [record],
    isCurrent: () => true,
    commit(offset = record.offset) {
      const next = offset + 1n;
      if (next > (committed.get(record.partition) ?? 0n)) committed.set(record.partition, next);
      return Promise.resolve();
    },
  });
  const perPartition = <Value>(value: (partition: number) => Value): Promise<readonly Value[]> =>
    Promise.resolve(Array.from({ length: partitions }, (_, partition) => value(partition)));
  const log: EventLog = {
    ensureTopics: () => Promise.resolve(),
    producer: () => Promise.reject(new Error('Nothing is sent to it')),
    consumer: () =>
      Promise.resolve({
        async run(handler, { signal }) {
          for (const record of records) {
            if (signal.aborted) return;
            await handler(batchOf(record));
            readCount += 1;
          }
          if (!signal.aborted)
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        },
        close: () => Promise.resolve(),
      }),
    endOffsets: () => perPartition((partition) => (of(partition).at(-1)?.offset ?? -1n) + 1n),
    committedOffsets: () => perPartition((partition) => committed.get(partition) ?? null),
    readRange: (_topic, partition, from, limit) =>
      Promise.resolve(
        of(partition)
          .filter(({ offset }) => offset >= from)
          .slice(0, limit),
      ),
    close: () => Promise.resolve(),
  };
  return {
    log,
    isRead: () => readCount === records.length,
    isCommitted: ({ partition, offset }) => (committed.get(partition) ?? 0n) > offset,
  };
}
