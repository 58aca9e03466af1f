import type { ClickHouseStore } from '@tonriver/clickhouse';
import { rowDecoderOf, RowBinaryReader, type ColumnList, type RowBinaryRows } from '@tonriver/row-schema';
import type { Faults } from './faults.ts';
import { integerBelow, type Random } from './random.ts';
import type { SimulatedProcess } from './schedule.ts';

/**
 * The store as one process has it: every call waits until the schedule picks it, and so does its answer. Some go wrong.
 *
 * @param onInserted called after each insert, for conditions that must hold at every moment
 */
export function simulatedStore(
  store: ClickHouseStore,
  process: SimulatedProcess,
  faults: Faults,
  onInserted: (table: string) => void,
): ClickHouseStore {
  const read = <Result>(name: string, make: () => Promise<Result>): Promise<Result> =>
    process.call(name, async () => {
      const fault = faults.ofRead('store');
      if (fault !== undefined) throw faults.storeError(fault);
      return await make();
    });
  return {
    database: store.database,
    query: (sql, ...rest) => read(`query ${shortly(sql)}`, () => store.query(sql, ...rest)),
    select: (columns, sql, ...rest) => read(shortly(sql), () => store.select(columns, sql, ...rest)),
    stream: (columns, sql, ...rest) => store.stream(columns, sql, ...rest),
    command(sql, ...rest) {
      const make = async (): Promise<void> => {
        const fault = faults.ofWrite('store');
        if (fault !== undefined && fault !== 'answer lost') throw faults.storeError(fault);
        await store.command(sql, ...rest);
        if (fault !== undefined) throw faults.storeError(fault);
      };
      return process.call(shortly(sql), make, { isRequest: true });
    },
    insertRows(table, rows) {
      // A copy, as a server has it: the caller may change its buffer after the answer.
      const sent = { bytes: Buffer.from(rows.bytes), rowCount: rows.rowCount };
      const make = async (): Promise<void> => {
        const fault = faults.ofWrite('store');
        if (fault === 'refused' || fault === 'refused for good') throw faults.storeError(fault);
        await store.insertRows(table, fault === 'partly done' ? someOf(table.columns, sent, faults.random) : sent);
        onInserted(table.name);
        if (fault !== undefined) throw faults.storeError(fault);
      };
      return process.call(`insert ${rows.rowCount} rows into ${table.name}`, make, { isRequest: true });
    },
    ping: () => read('ping', () => store.ping()),
    close: async () => undefined,
  };
}

/** A server that stops in the middle of an insert has written some of its parts. */
function someOf(columns: ColumnList, { bytes, rowCount }: RowBinaryRows, random: Random): RowBinaryRows {
  const wanted = integerBelow(random, rowCount);
  const reader = new RowBinaryReader(bytes);
  const decode = rowDecoderOf(columns);
  for (let row = 0; row < wanted; row += 1) decode(reader);
  return { bytes: bytes.subarray(0, reader.offset), rowCount: wanted };
}

const NAME_CHARACTERS = 70;

function shortly(sql: string): string {
  const text = sql.replaceAll(/\s+/g, ' ').trim();
  const table = /FROM (\w+) FINAL/.exec(text)?.[1];
  return table !== undefined && text.startsWith('SELECT') ? `select from ${table}` : text.slice(0, NAME_CHARACTERS);
}
