import type { BatchedLookUp } from '../look-up/batched-look-up.ts';

/** A look-up over a map, for tests without a store. */
export function memoryLookUp<Value>(values: ReadonlyMap<string, Value> = new Map()): BatchedLookUp<Value> {
  return {
    get: async (key) => values.get(key),
    getMany: async (keys) => keys.map((key) => values.get(key)),
  };
}
