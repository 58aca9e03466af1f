import type { Logger } from '@tonriver/logger';
import { clientLeft, tablesChanging } from '../errors.ts';
import type { Answer, Statement } from './statement.ts';
import { type StatementProcess, startStatementProcess, type StatementProcessSettings } from './statement-process.ts';

/** Processes that run statements, at most so many at once; whoever calls sees to it that no more are asked for. */
export interface StatementPlaces {
  /**
   * The answer's process is taken until its pieces are at their end or given up, for which one must have been asked
   * for.
   */
  run(statement: Statement, signal: AbortSignal): Promise<Answer>;
  /** The engine's version, once a process has told it. */
  version(): string | undefined;
  /** Ends every process, those too that are about to start. Never rejects. */
  close(): Promise<void>;
}

/** After so long without a statement a process ends: nobody looks, and it holds a quarter of a gigabyte. */
const idleMsMax = 10 * 60_000;
/** A process that began before a table was made cannot know it; one that begins now does. */
const attemptsMax = 3;

/** Nothing is started before the first statement: most ports are never asked for one. */
export function openStatementPlaces(
  settings: StatementProcessSettings & { readonly logger: Logger },
  startProcess: typeof startStatementProcess = startStatementProcess,
): StatementPlaces {
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
  const take = (): Promise<StatementProcess> => {
    while (true) {
      const kept = idle.pop();
      if (kept === undefined) return start();
      clearTimeout(kept.timer);
      if (kept.process.isUsable()) return Promise.resolve(kept.process);
      void end(kept.process);
    }
  };
  const giveBack = async (process: StatementProcess): Promise<void> => {
    if (process.isUsable() && !closing.signal.aborted) return keep(process);
    await end(process);
    // Somebody asks: the next statement is not to wait for a start.
    if (!closing.signal.aborted)
      await start().then(keep, (error: unknown) => settings.logger.error('No process for statements', { error }));
  };

  return {
    version: () => version,
    async run(statement, signal) {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const process = await take();
        try {
          if (signal.aborted) throw clientLeft();
          const answer = await process.run(statement, signal);
          if (answer !== undefined) return { ...answer, pieces: givingBack(answer.pieces, () => giveBack(process)) };
        } catch (error) {
          await giveBack(process);
          throw error;
        }
        await end(process);
      }
      throw tablesChanging();
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

async function* givingBack<Piece>(pieces: AsyncGenerator<Piece>, giveBack: () => Promise<void>): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } finally {
    // The place is free when a process stands ready in it.
    await giveBack();
  }
}
