import type { Logger } from '@tonriver/logger';
import { clientLeft, tablesChanging } from '../errors.ts';
import type { Answer, Statement } from './statement.ts';
import { type StatementProcess, startStatementProcess, type StatementProcessSettings } from './statement-process.ts';

/** Processes that run statements, one statement each. The caller limits how many statements run at once. */
export interface StatementPlaces {
  /**
   * Runs a statement. Its process is busy until the caller has read the last piece, or stops after it has asked for
   * one.
   */
  run(statement: Statement, signal: AbortSignal): Promise<Answer>;
  /** The engine's version, once a process has told it. */
  version(): string | undefined;
  /** Ends every process, also those that are still starting. Never rejects. */
  close(): Promise<void>;
}

/** A process without a statement for this long is ended, because it uses a quarter of a gigabyte of memory. */
const idleMsMax = 10 * 60_000;
/** A process does not see tables that were made after its start, so the statement is tried again in a new process. */
const attemptsMax = 3;

/** Starts no process before the first statement, because most ports never get one. */
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
    // The port is in use: the next statement should not have to wait for a start.
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
    // The statement is over only when a process is ready for the next one.
    await giveBack();
  }
}
