import type { ClickHouseStore } from './store/click-house-store.ts';
import { createDatabase } from './store/create-database.ts';
import { openServerStore, type ServerStoreOptions } from './store/open-server-store.ts';

/** Where the ClickHouse server is. */
export interface ClickHouseOptions
  extends Pick<ServerStoreOptions, 'url' | 'database' | 'username' | 'password' | 'bounds'> {
  /** A database that is absent is made on every server of this cluster. */
  readonly cluster?: string;
}

/** Opens a database of a server, made when absent. The engine in this process is opened by `@tonriver/chdb`. */
export async function openClickHouse(options: ClickHouseOptions): Promise<ClickHouseStore> {
  await createDatabase(options);
  return openServerStore(options);
}
