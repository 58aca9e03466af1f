import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { EventConsumer, EventLog, LogBatch } from '@tonriver/stream';
import type { Random, SimulatedProcess } from '@tonriver/testing';

/** A real store all of whose calls wait until the schedule picks them, and so do their answers. */
export function simulatedStore(store: ClickHouseStore, process: SimulatedProcess): ClickHouseStore {
  return {
    database: store.database,
    query: (sql, ...rest) => process.call(`query ${shortly(sql)}`, () => store.query(sql, ...rest)),
    select: (columns, sql, ...rest) =>
      process.call(`select ${shortly(sql)}`, () => store.select(columns, sql, ...rest)),
    stream: (columns, sql, ...rest) => store.stream(columns, sql, ...rest),
    command: (sql, ...rest) => process.call(`command ${shortly(sql)}`, () => store.command(sql, ...rest)),
    insertRows(table, rows) {
      // The caller may reuse its buffer once it has the answer, not before: as with the real store.
      return process.call(`insert ${table.name}`, () => store.insertRows(table, rows));
    },
    ping: () => process.call('ping', () => store.ping()),
    close: async () => undefined,
  };
}

/** A real log whose deliveries, commits and reads wait until the schedule picks them. Batches are of any size. */
export function simulatedLog(log: EventLog, process: SimulatedProcess, random: Random): EventLog {
  return {
    ...log,
    readRange: (topic, ...rest) => process.call(`read ${topic}`, () => log.readRange(topic, ...rest)),
    async consumer(options) {
      const batchRecordsMax = 1 + Math.floor(random() * BATCH_RECORDS_MAX);
      return simulatedConsumer(await log.consumer({ ...options, batchRecordsMax }), process);
    },
    close: async () => undefined,
  };
}

const BATCH_RECORDS_MAX = 24;
const NAME_CHARACTERS = 60;

function simulatedConsumer(consumer: EventConsumer, process: SimulatedProcess): EventConsumer {
  const simulatedBatch = (batch: LogBatch): LogBatch => ({
    ...batch,
    isCurrent: () => !process.isKilled && batch.isCurrent(),
    commit: (offset) => process.call('commit', () => batch.commit(offset)),
  });
  return {
    run: (handler, options) =>
      consumer.run(async (batch) => {
        await process.call('delivery', async () => undefined);
        await handler(simulatedBatch(batch));
      }, options),
    close: () => consumer.close(),
  };
}

function shortly(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim().slice(0, NAME_CHARACTERS);
}
