import { LRUCache } from 'lru-cache';

/**
 * What one worker has been sent, so that it is sent once. The least recently used goes when there are more than
 * `countMax`; the worker is told and forgets it too.
 */
export interface SentContents<Key> {
  /** Whether the content must be sent along now, and which keys are to be forgotten. */
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
