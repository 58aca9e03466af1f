import type { LRUCache } from 'lru-cache';
import type { BatchedLookUp } from './batched-look-up.ts';

export interface RememberedLookUpOptions<Value extends {}> {
  readonly lookUp: BatchedLookUp<Value>;
  readonly kept: LRUCache<string, Value>;
  /**
   * Returns what is remembered of a value, undefined for one that may change. What look-ups find are views of whole
   * results: a copy is to be remembered.
   */
  readonly keep: (key: string, value: Value) => Value | undefined;
}

/** Remembers values that were found. Keys without a value are looked up again. */
export function createRememberedLookUp<Value extends {}>({
  lookUp,
  kept,
  keep,
}: RememberedLookUpOptions<Value>): BatchedLookUp<Value> {
  const getMany: BatchedLookUp<Value>['getMany'] = async (keys) => {
    const known = keys.map((key) => kept.get(key));
    const missing = keys.filter((_key, index) => known[index] === undefined);
    if (missing.length === 0) return known;
    const read = await lookUp.getMany(missing);
    for (const [index, value] of read.entries()) {
      const key = missing[index]!;
      const remembered = value === undefined ? undefined : keep(key, value);
      if (remembered !== undefined) kept.set(key, remembered);
    }
    let next = 0;
    return known.map((value) => value ?? read[next++]);
  };
  return { get: async (key) => (await getMany([key]))[0], getMany };
}
