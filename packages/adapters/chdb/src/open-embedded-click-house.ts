import { type EmbeddedEngine, openEmbeddedEngine } from './engine/embedded-engine.ts';
import type { ClickHouseStore, QueryBounds } from './store/click-house-store.ts';
import { createDatabase } from './store/create-database.ts';
import { createEmbeddedStore } from './store/embedded-store.ts';
import { openServerStore } from './store/open-server-store.ts';

/** Where ClickHouse is: a server by URL, or the engine in this process over a data directory. */
export type ClickHouseOptions = {
  readonly database: string;
  /** Instead of `defaultQueryBounds`. */
  readonly bounds?: QueryBounds;
} & (
  | { readonly url: string; readonly username?: string; readonly password?: string; readonly cluster?: string }
  | { readonly path: string }
);

/**
 * Opens the database, made when absent (`ON CLUSTER` when a cluster is named).
 *
 * An embedded store opened here owns its engine: `close` ends both. To share one engine between a store and other
 * users (the HTTP port), use `openEmbeddedEngine` and `createEmbeddedStore`.
 */
export async function openClickHouse(options: ClickHouseOptions): Promise<ClickHouseStore> {
  if ('url' in options) {
    await createDatabase(options);
    return openServerStore(options);
  }
  const engine = await openEmbeddedEngine({ path: options.path });
  try {
    const { database, bounds } = options;
    const store = await createEmbeddedStore({ engine, database, ...(bounds === undefined ? {} : { bounds }) });
    return ownsEngine(store, engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function ownsEngine(store: ClickHouseStore, engine: EmbeddedEngine): ClickHouseStore {
  return {
    ...store,
    async close() {
      await store.close();
      await engine.close();
    },
  };
}
