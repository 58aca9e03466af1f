import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Watches folders for changes. Some file systems report no changes, and none reports all. */
export interface FolderWatcher {
  /** Resolves after the time, or earlier after a change or when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Pause after a change, because changes come in groups. */
const GATHER_MS = 20;

export function watchFolders(paths: readonly string[]): FolderWatcher {
  let hasChanged = false;
  let wake: (() => void) | undefined;
  const onChange = (): void => {
    hasChanged = true;
    wake?.();
  };
  const watchers = paths.flatMap((path) => watcherOf(path, onChange) ?? []);
  return {
    async pause(ms, signal) {
      if (!hasChanged && !signal.aborted) {
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
      if (!hasChanged || signal.aborted) return;
      await sleep(Math.max(GATHER_MS, ms / 10), undefined, { signal }).catch(() => undefined);
      hasChanged = false;
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}

function watcherOf(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    // Without a watcher the folders are still scanned regularly.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
