import { LRUCache } from 'lru-cache';
import type { TableWrites } from './table-writes.ts';

/** Results of queries over tables that were not written since. */
export interface RememberedResults {
  /**
   * Returns the result of a query that reads these tables alone: an earlier one while it still holds, else the one that
   * `read` gives. Who asks meanwhile waits for the same reading.
   */
  find(tables: readonly string[], query: string, read: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

interface RememberedResult {
  /** Of the tables, when the reading began. */
  readonly state: string;
  readonly result: Promise<Uint8Array>;
}

const RESULTS_MAX = 100;
const RESULT_BYTES_MAX = 64 * 1024;

export function createRememberedResults(writes: Pick<TableWrites, 'stateOf'>): RememberedResults {
  const results = new LRUCache<string, RememberedResult>({ max: RESULTS_MAX });
  return {
    async find(tables, query, read) {
      const state = writes.stateOf(tables);
      // What is being written may be seen or not: that is not to last.
      if (state === undefined) return await read();
      const known = results.get(query);
      if (known?.state === state) return await known.result;
      const remembered = { state, result: read() };
      results.set(query, remembered);
      const forget = (): void => {
        if (results.peek(query) === remembered) results.delete(query);
      };
      try {
        const bytes = await remembered.result;
        if (bytes.length > RESULT_BYTES_MAX) forget();
        return bytes;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}
