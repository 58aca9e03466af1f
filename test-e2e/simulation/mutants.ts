import type { ClickHouseStore } from '@tonriver/clickhouse';
import { decodeParsedBlock, encodeParsedBlock } from '@tonriver/events';
import type { EventLog, LogBatch, LogRecord, OutgoingRecord } from '@tonriver/stream';
import type { ChangedPorts } from './changed-ports.ts';

/** A service with a deliberate fault in its ports: the simulation must find it. */
export interface Mutant extends ChangedPorts {
  readonly name: string;
}

export const mutants: readonly Mutant[] = [
  {
    name: 'commits offsets before rows are durable',
    service: 'parser',
    ports: ({ store, log }) => ({
      log,
      store: {
        ...store,
        async insertRows(table, rows) {
          const copy = { ...rows, bytes: Buffer.from(rows.bytes) };
          store.insertRows(table, copy).catch(() => undefined);
        },
      },
    }),
  },
  {
    name: 'passes over most of the first records when a partition comes again',
    service: 'parser',
    ports: ({ store, log }) => {
      const held = new Map<number, LogBatch>();
      return {
        store,
        log: withRecords(log, (batch) => {
          const before = held.get(batch.partition);
          held.set(batch.partition, batch);
          return before === undefined || before.isCurrent() ? batch.records : batch.records.slice(-1);
        }),
      };
    },
  },
  {
    name: 'drops a block that comes again with its round',
    service: 'parser',
    ports: ({ store, log }) => {
      const seen = new Set<string>();
      const isNew = ({ headers }: LogRecord): boolean => {
        const name = headers['root-hash'] ?? '';
        return seen.size < seen.add(name).size;
      };
      return { store, log: withRecords(log, ({ records }) => records.filter(isNew)) };
    },
  },
  {
    name: 'loses the start of a range that is announced while its round is looked at',
    service: 'trace-assembler',
    ports: ({ store, log }) => {
      const looking = new Set<number>();
      const select: ClickHouseStore['select'] = async (columns, sql, parameters, bounds) => {
        const rounds = (parameters?.['rounds'] ?? []) as readonly number[];
        for (const round of rounds) looking.add(round);
        try {
          return await store.select(columns, sql, parameters, bounds);
        } finally {
          for (const round of rounds) looking.delete(round);
        }
      };
      const change = (record: LogRecord): LogRecord =>
        looking.has(decodeParsedBlock(record).round) ? withoutStart(record) : record;
      return { store: { ...store, select }, log: withRecords(log, ({ records }) => records.map(change)) };
    },
  },
  {
    name: 'keeps only what is said first of a block',
    service: 'trace-assembler',
    ports: ({ store, log }) => {
      const seen = new Set<string>();
      const change = (record: LogRecord): LogRecord => {
        const { round, roundIndex } = decodeParsedBlock(record);
        return seen.size < seen.add(`${round}/${roundIndex}`).size ? record : withoutStart(record);
      };
      return { store, log: withRecords(log, ({ records }) => records.map(change)) };
    },
  },
  {
    name: 'says how far it is before the rows are there',
    service: 'trace-assembler',
    ports: ({ store, log }) => ({
      log,
      store: {
        ...store,
        async insertRows(table, rows) {
          const copy = { ...rows, bytes: Buffer.from(rows.bytes) };
          const inserted = store.insertRows(table, copy);
          if (table.name === 'watermarks' || table.name === 'assembler_snapshots') await inserted;
          else inserted.catch(() => undefined);
        },
      },
    }),
  },
  {
    name: 'keeps its cells before the rows are there',
    service: 'state-resolver',
    ports: ({ store, log }) => ({
      log,
      store: {
        ...store,
        async insertRows(table, rows) {
          const copy = { ...rows, bytes: Buffer.from(rows.bytes) };
          store.insertRows(table, copy).catch(() => undefined);
        },
      },
    }),
  },
];

/** The log with other records in its batches; a batch with none left is passed over. */
function withRecords(log: EventLog, recordsOf: (batch: LogBatch) => readonly LogRecord[]): EventLog {
  return {
    ...log,
    async consumer(options) {
      const consumer = await log.consumer(options);
      return {
        run: (handler, runOptions) =>
          consumer.run(async (batch) => {
            const records = recordsOf(batch);
            if (records.length > 0) await handler({ ...batch, records, commit: (offset) => batch.commit(offset) });
          }, runOptions),
        close: () => consumer.close(),
      };
    },
  };
}

function withoutStart(record: LogRecord): LogRecord {
  const changed: Pick<OutgoingRecord, 'key' | 'value' | 'headers'> = encodeParsedBlock({
    ...decodeParsedBlock(record),
    isRangeStart: false,
  });
  return { ...record, ...changed };
}
