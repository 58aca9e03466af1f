/**
 * What one worker has been sent, so that it is sent once. The least recently used goes when there are more than
 * `countMax`; the worker is told and forgets it too.
 */
export interface SentContents<Key> {
  /** Whether the content must be sent along now, and which keys are to be forgotten. */
  use(key: Key): { readonly isNew: boolean; readonly forget: readonly Key[] };
}

export function createSentContents<Key>(countMax: number): SentContents<Key> {
  const sent = new Set<Key>();
  return {
    use: (key) => {
      const isNew = !sent.delete(key);
      sent.add(key);
      const forget = [...sent].slice(0, Math.max(0, sent.size - countMax));
      for (const old of forget) sent.delete(old);
      return { isNew, forget };
    },
  };
}
