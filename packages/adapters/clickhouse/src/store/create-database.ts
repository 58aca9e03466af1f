import { identifier } from '@tonriver/row-schema';
import { openServerStore, type ServerStoreOptions } from './open-server-store.ts';

/**
 * Creates a server's database when it is absent. Nothing is sent when it exists, so that a read-only user may call it.
 */
export async function createDatabase(options: ServerStoreOptions & { readonly cluster?: string }): Promise<void> {
  const name = identifier(options.database);
  // A server refuses every request that names a database it does not have.
  const store = openServerStore({ ...options, database: 'default' });
  try {
    const found = await store.query('SELECT 1 AS found FROM system.databases WHERE name = {name:String}', {
      name: options.database,
    });
    if (found.length > 0) return;
    const onCluster = options.cluster === undefined ? '' : ` ON CLUSTER ${identifier(options.cluster)}`;
    await store.command(`CREATE DATABASE IF NOT EXISTS ${name}${onCluster}`);
  } finally {
    await store.close();
  }
}
