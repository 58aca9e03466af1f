import { errorMessage, TonriverError } from '@tonriver/errors';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { problemOf, RecordingError } from './recording-error.ts';
import { type ReplayCommand, replayConfig } from './replay-config.ts';
import { createReport, type Report } from './report.ts';

/** Exit code when the command line or a recording is wrong. */
const EXIT_COULD_NOT_RUN = 2;

/** Recordings run with generous limits, because they are known to end. */
const poolOptions = { queueLengthMax: 100_000, wallTimeMs: 120_000, memoryMbMax: 1_024 } as const;

export interface PathTools {
  readonly pool: TvmPool;
  readonly report: Report;
}

/** Runs the recordings of a path. Throws `RecordingError` or `BadRecordingError` when it cannot be read. */
export type PathRunner = (path: string, tools: PathTools) => Promise<void>;

/** Runs a path. If it cannot be read, that is reported, and the others still run. */
export async function runPath(path: string, run: PathRunner, tools: PathTools): Promise<void> {
  try {
    await run(path, tools);
  } catch (error) {
    const { name, problem } = problemOf(path, error);
    tools.report.add({ name, differences: [problem], isUnreadable: true });
  }
}

/** Runs a command: reads the command line, opens the pool, sets the exit code. */
async function runCommand(
  command: ReplayCommand,
  words: readonly string[],
  openRunner: () => PathRunner,
  write: (text: string) => void,
): Promise<number> {
  const config = replayConfig(command, words);
  if ('help' in config) {
    write(config.help);
    return 0;
  }
  const run = openRunner();
  const report = createReport(write, config);
  const pool = await createTvmPool({ workerCount: config.workerCount, ...poolOptions });
  try {
    for (const path of config.paths) await runPath(path, run, { pool, report });
  } finally {
    await pool.close();
  }
  return report.finish();
}

/** Runs a command as its main file does: errors about input and settings become exit code 2. */
export async function runMain(command: ReplayCommand, openRunner: () => PathRunner): Promise<void> {
  const write = (text: string): void => void process.stdout.write(text);
  try {
    process.exitCode = await runCommand(command, process.argv.slice(2), openRunner, write);
  } catch (error) {
    const isExplained = error instanceof RecordingError || error instanceof TonriverError;
    process.stderr.write(`${isExplained ? errorMessage(error) : String((error as Error).stack ?? error)}\n`);
    process.exitCode = EXIT_COULD_NOT_RUN;
  }
}
