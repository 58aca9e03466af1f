import type { QueryBounds } from '@tonriver/clickhouse';
import { openEmbeddedEngine } from './engine/embedded-engine.ts';
import { createEmbeddedStore, type EmbeddedStore } from './store/embedded-store.ts';

export interface EmbeddedClickHouseOptions {
  /** The engine's data directory, made when absent. */
  readonly path: string;
  readonly database: string;
  /** Instead of `defaultQueryBounds`. */
  readonly bounds?: QueryBounds;
}

/**
 * Opens a database in this process, made when absent. `close` ends the engine too. To share one engine between a store
 * and other users (the HTTP port), use `openEmbeddedEngine` and `createEmbeddedStore`.
 */
export async function openEmbeddedClickHouse(options: EmbeddedClickHouseOptions): Promise<EmbeddedStore> {
  const { path, ...storeOptions } = options;
  const engine = await openEmbeddedEngine({ path });
  try {
    const store = await createEmbeddedStore({ engine, ...storeOptions });
    return {
      ...store,
      async close() {
        await store.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
