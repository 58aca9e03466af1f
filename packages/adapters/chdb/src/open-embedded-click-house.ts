import type { QueryBounds } from '@tonriver/clickhouse';
import { openEmbeddedEngine } from './engine/embedded-engine.ts';
import { createEmbeddedStore, type EmbeddedStore } from './store/embedded-store.ts';

interface EmbeddedClickHouseOptions {
  /** Data directory of the engine, created when absent. */
  readonly path: string;
  readonly database: string;
  /** Replace `defaultQueryBounds`. */
  readonly bounds?: QueryBounds;
}

/**
 * Opens a database in this process, and creates it when absent. `close` closes the engine too. To share an engine with
 * other users such as the HTTP port, use `openEmbeddedEngine` and `createEmbeddedStore`.
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
