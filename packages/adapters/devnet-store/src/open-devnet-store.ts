import { createDevnetStore } from './create-devnet-store.ts';
import type { DevnetStore } from './devnet-store.ts';
import { openLmdbValues } from './lmdb-values.ts';

/** Opens the store in a directory, or creates it. @throws {DevnetStoreError} `directory_held`, `store_corrupt` */
export async function openDevnetStore({ directory }: { readonly directory: string }): Promise<DevnetStore> {
  return createDevnetStore(await openLmdbValues(directory));
}
