import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Tells early that something may have changed. Only a hint: not every file system says so, and none says all. */
export interface FolderHints {
  /** Resolves after the time, or earlier at a hint or when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** What changes is not changed in one step: a moment later more of it is there. */
const GATHER_MS = 20;

export function openFolderHints(paths: readonly string[]): FolderHints {
  let hasHint = false;
  let wake: (() => void) | undefined;
  const onChange = (): void => {
    hasHint = true;
    wake?.();
  };
  const watchers = paths.flatMap((path) => watcherOf(path, onChange) ?? []);
  return {
    async pause(ms, signal) {
      if (!hasHint && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const end = (): void => {
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            wake = undefined;
            resolve();
          };
          const timer = setTimeout(end, ms);
          signal.addEventListener('abort', end);
          wake = end;
        });
      }
      if (!hasHint || signal.aborted) return;
      await sleep(Math.max(GATHER_MS, ms / 10), undefined, { signal }).catch(() => undefined);
      hasHint = false;
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}

function watcherOf(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    // Without hints the folders are looked at all the same.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
