import type { Logger } from '@tonriver/logger';
import { clientLeft, tablesChanging } from '../errors.ts';
import type { Answer, Statement } from './statement.ts';
import { createProcessPool } from './process-pool.ts';
import { startStatementProcess, type StatementProcessSettings } from './statement-process.ts';

/** Processes that run statements, one statement each. The caller limits how many statements run at once. */
export interface StatementPlaces {
  /**
   * Runs a statement. Its process is busy until the caller has read the last piece, or has read one and stops.
   */
  run(statement: Statement, signal: AbortSignal): Promise<Answer>;
  /** Returns the engine's version after the first start of a process. */
  version(): string | undefined;
  /** Ends every process, also those that are still starting. Never rejects. */
  close(): Promise<void>;
}

/** A process does not see tables that were made after its start, so the statement is tried again in a new process. */
const attemptsMax = 3;

/** Starts no process before the first statement, because most ports never get one. */
export function openStatementPlaces(
  settings: StatementProcessSettings & { readonly logger: Logger },
  startProcess: typeof startStatementProcess = startStatementProcess,
): StatementPlaces {
  const pool = createProcessPool(settings, startProcess);
  return {
    version: () => pool.version(),
    async run(statement, signal) {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const process = await pool.take();
        try {
          if (signal.aborted) throw clientLeft();
          const answer = await process.run(statement, signal);
          if (answer !== undefined)
            return { ...answer, pieces: givingBack(answer.pieces, () => pool.giveBack(process)) };
        } catch (error) {
          await pool.giveBack(process);
          throw error;
        }
        await pool.end(process);
      }
      throw tablesChanging();
    },
    close: () => pool.close(),
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
