import { errorMessage, TonriverError } from '@tonriver/errors';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { problemOf, RecordingError } from './recording-error.ts';
import { type ReplayCommand, replayConfig } from './replay-config.ts';
import { createReport, type Report } from './report.ts';

/** Something was wrong with the command line or the recordings: nothing is said about the TVM. */
const EXIT_COULD_NOT_RUN = 2;

/** Recordings are run with generous bounds: they are known to end. */
const poolOptions = { queueLengthMax: 100_000, wallTimeMs: 120_000, memoryMbMax: 1_024 } as const;

export interface PathTools {
  readonly pool: TvmPool;
  readonly report: Report;
}

/** What a command does with each path. Throws `RecordingError` or `BadRecordingError` for what it cannot read. */
export type PathRunner = (path: string, tools: PathTools) => Promise<void>;

/** Runs a path; one that cannot be read is reported and does not keep the others from being run. */
export async function runPath(path: string, run: PathRunner, tools: PathTools): Promise<void> {
  try {
    await run(path, tools);
  } catch (error) {
    const { name, problem } = problemOf(path, error);
    tools.report.add({ name, differences: [problem], isUnreadable: true });
  }
}

/** Runs a command: reads its line, opens the pool, ends with an exit code. */
async function runCommand(
  command: ReplayCommand,
  words: readonly string[],
  run: PathRunner,
  write: (text: string) => void,
): Promise<number> {
  const config = replayConfig(command, words);
  if ('help' in config) {
    write(config.help);
    return 0;
  }
  const report = createReport(write, config);
  const pool = await createTvmPool({ workerCount: config.workerCount, ...poolOptions });
  try {
    for (const path of config.paths) await runPath(path, run, { pool, report });
  } finally {
    await pool.close();
  }
  return report.finish();
}

/** The whole of a command's main file: errors that are about input become exit code 2. */
export async function runMain(command: ReplayCommand, run: PathRunner): Promise<void> {
  try {
    process.exitCode = await runCommand(command, process.argv.slice(2), run, (text) => void process.stdout.write(text));
  } catch (error) {
    const isExplained = error instanceof RecordingError || error instanceof TonriverError;
    process.stderr.write(`${isExplained ? errorMessage(error) : String((error as Error).stack ?? error)}\n`);
    process.exitCode = EXIT_COULD_NOT_RUN;
  }
}
