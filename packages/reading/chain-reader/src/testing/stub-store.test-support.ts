import type { ClickHouseStore } from '@tonriver/clickhouse';
import { schemaVersion } from '@tonriver/row-schema';

/**
 * A store whose every typed read goes through one function: for faults and delays that a real engine shows seldom. By
 * default nothing is indexed.
 */
export function stubStore(select: (sql: string) => Promise<readonly unknown[]> = async () => []): ClickHouseStore {
  const unused = (): never => {
    throw new TypeError('Readers only select');
  };
  return {
    database: 'ton_test',
    // The one question that is not typed: which schema the tables have.
    query: async <Row>() => [{ version: schemaVersion, name: '' }] as Row[],
    select: (async (_columns: unknown, sql: string) => await select(sql)) as ClickHouseStore['select'],
    stream: unused,
    command: unused,
    insertRows: unused,
    ping: async () => undefined,
    close: async () => undefined,
  };
}

/** Answers the polls of the watermark: one round, one range. */
export function watermarkRows(sql: string): readonly unknown[] | undefined {
  if (sql.includes('FROM watermarks')) return [{ firstSeqno: 1, lastSeqno: 1 }];
  if (sql.includes('FROM deployment')) {
    return [{ zeroStateRootHash: new Uint8Array(32), schemaVersion: 1, parserVersion: 1 }];
  }
  return undefined;
}
