import type { Logger } from '@tonriver/logger';
import type { StatementProcess, startStatementProcess, StatementProcessSettings } from './statement-process.ts';

/** The statement processes of one port. Each runs one statement at a time. */
export interface ProcessPool {
  /** Returns an idle process, or starts one. */
  take(): Promise<StatementProcess>;
  /** Keeps a process for the next statement. Replaces it if it has ended. */
  giveBack(process: StatementProcess): Promise<void>;
  end(process: StatementProcess): Promise<void>;
  /** Returns the engine's version after the first start. */
  version(): string | undefined;
  /** Ends every process, also those that are still starting. Never rejects. */
  close(): Promise<void>;
}

/** A process without a statement for this long is ended, because it uses a quarter of a gigabyte of memory. */
const idleMsMax = 10 * 60_000;

export function createProcessPool(
  settings: StatementProcessSettings & { readonly logger: Logger },
  startProcess: typeof startStatementProcess,
): ProcessPool {
  const idle: { readonly process: StatementProcess; readonly timer: NodeJS.Timeout }[] = [];
  const all = new Set<StatementProcess>();
  const starts = new Set<Promise<StatementProcess>>();
  const closing = new AbortController();
  let version: string | undefined;

  const start = async (): Promise<StatementProcess> => {
    closing.signal.throwIfAborted();
    const starting = startProcess(settings, closing.signal);
    starts.add(starting);
    try {
      const started = await starting;
      all.add(started);
      version = started.version;
      return started;
    } finally {
      starts.delete(starting);
    }
  };
  const end = async (process: StatementProcess): Promise<void> => {
    all.delete(process);
    await process.end();
  };
  const keep = (process: StatementProcess): void => {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((kept) => kept.process === process),
        1,
      );
      void end(process);
    }, idleMsMax);
    timer.unref();
    idle.push({ process, timer });
  };

  return {
    end,
    version: () => version,
    take() {
      while (true) {
        const kept = idle.pop();
        if (kept === undefined) return start();
        clearTimeout(kept.timer);
        if (kept.process.isUsable()) return Promise.resolve(kept.process);
        void end(kept.process);
      }
    },
    async giveBack(process) {
      if (process.isUsable() && !closing.signal.aborted) return keep(process);
      await end(process);
      // The port is in use: the next statement should not have to wait for a start.
      if (!closing.signal.aborted)
        await start().then(keep, (error: unknown) => settings.logger.error('No process for statements', { error }));
    },
    async close() {
      closing.abort();
      for (const { timer } of idle) clearTimeout(timer);
      const late = await Promise.allSettled(starts);
      for (const result of late) if (result.status === 'fulfilled') all.add(result.value);
      await Promise.all([...all].map((process) => process.end()));
    },
  };
}
