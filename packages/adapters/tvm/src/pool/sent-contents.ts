import { LRUCache } from 'lru-cache';

/**
 * The contents that one worker has been sent, so that each is sent once. If there are more than `countMax`, the least
 * recently used is removed here and in the worker.
 */
export interface SentContents<Key> {
  /** Whether the content must be sent now, and which keys the worker must forget. */
  use(key: Key): { readonly isNew: boolean; readonly forget: readonly Key[] };
}

export function createSentContents<Key extends {}>(countMax: number): SentContents<Key> {
  let forget: Key[] = [];
  const sent = new LRUCache<Key, true>({
    max: countMax,
    dispose: (_, key, reason) => reason === 'evict' && forget.push(key),
  });
  return {
    use: (key) => {
      forget = [];
      const isNew = sent.get(key) === undefined;
      if (isNew) sent.set(key, true);
      return { isNew, forget };
    },
  };
}
