/** A number that changes with whatever is new, and the wait for it to change. */
export interface News {
  readonly revision: number;
  tell(): void;
  /** Resolves when the revision is another than the one seen, or the signal aborts. */
  after(seen: number, signal: AbortSignal): Promise<void>;
}

export function createNews(): News {
  let revision = 0;
  const waiting = new Set<() => void>();
  return {
    get revision() {
      return revision;
    },
    tell() {
      revision += 1;
      for (const wake of waiting) wake();
    },
    async after(seen, signal) {
      if (revision !== seen || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    },
  };
}
