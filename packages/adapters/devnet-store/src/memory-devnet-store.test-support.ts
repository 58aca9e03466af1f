import { createDevnetStore } from './create-devnet-store.ts';
import type { DevnetStore } from './devnet-store.ts';

/** The store without LMDB and its file. Opened again over the same values, it has what was committed. */
export function openMemoryDevnetStore(values = new Map<string, Uint8Array>()): DevnetStore {
  return createDevnetStore({
    get(key) {
      const value = values.get(key);
      return value === undefined ? undefined : Uint8Array.from(value);
    },
    has: (key) => values.has(key),
    *under(prefix) {
      const found = [...values].filter(([key]) => key.startsWith(prefix));
      for (const [key, value] of found.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        yield [key, Uint8Array.from(value)];
      }
    },
    async commit(changes) {
      await Promise.resolve();
      for (const [key, value] of changes) {
        if (value === null) values.delete(key);
        else values.set(key, Uint8Array.from(value));
      }
    },
    close: () => Promise.resolve(),
  });
}
