import type { ClickHouseStore } from '@tonriver/clickhouse';

/** A store whose typed reads go through one function; by default nothing is indexed. */
export function stubStore(select: (sql: string) => Promise<readonly unknown[]> = async () => []): ClickHouseStore {
  const unused = (): never => {
    throw new TypeError('The executor only selects');
  };
  return {
    database: 'ton_test',
    query: unused,
    select: (async (_columns: unknown, sql: string) => await select(sql)) as ClickHouseStore['select'],
    stream: unused,
    command: unused,
    insertRows: unused,
    ping: async () => undefined,
    close: async () => undefined,
  };
}
