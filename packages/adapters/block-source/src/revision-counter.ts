/** A number that grows with every change, and a way to wait for it. */
export interface RevisionCounter {
  readonly revision: number;
  increase(): void;
  /** Resolves when the revision differs from the one seen, or the signal aborts. */
  waitForOther(seen: number, signal: AbortSignal): Promise<void>;
}

export function createRevisionCounter(): RevisionCounter {
  let revision = 0;
  const waiting = new Set<() => void>();
  return {
    get revision() {
      return revision;
    },
    increase() {
      revision += 1;
      for (const wake of waiting) wake();
    },
    async waitForOther(seen, signal) {
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
