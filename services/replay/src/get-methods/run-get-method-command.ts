import { errorMessage, TonriverError } from '@tonriver/errors';
import type { TvmPool } from '@tonriver/tvm';
import { createRecordingFiles, isFolder, jsonFilesBelow, readJson, type RecordingFiles } from '../recording-files.ts';
import { RecordingError } from '../recording-error.ts';
import type { ReplayCommand } from '../replay-config.ts';
import type { Outcome, Report } from '../report.ts';
import type { PathRunner } from '../run-command.ts';
import { compareGetMethod } from './compare-get-method.ts';
import type { GetMethodCase } from './get-method-case.ts';
import { looksLikeGetMethods, readGetMethodCases } from './read-get-method-cases.ts';

export const runGetMethodCommand: ReplayCommand = {
  name: 'run-get-method',
  summary: 'Runs recorded get-methods and compares stack, exit code and gas.',
  pathOption: { name: 'file', description: 'Recordings, or folders of them' },
};

/** Runs the get-methods of a file, or of every file below a folder that has some. */
export function createGetMethodPaths(files: RecordingFiles = createRecordingFiles()): PathRunner {
  return async (path, { pool, report }) => {
    if (!isFolder(path)) return runFile(path, files, pool, report);
    const recordings = jsonFilesBelow(path).filter((file) => looksLikeGetMethods(readJson(file)));
    if (recordings.length === 0) {
      throw new RecordingError('recording_unknown_form', `${path} has no recorded get-methods`, { path });
    }
    for (const file of recordings) await runFile(file, files, pool, report);
  };
}

async function runFile(path: string, files: RecordingFiles, pool: TvmPool, report: Report): Promise<void> {
  const outcomes = await Promise.all(readGetMethodCases(path, files).map((recorded) => runCase(recorded, pool)));
  for (const outcome of outcomes) report.add(outcome);
}

/** Runs one case: an error of the TVM is a difference like others. */
export async function runCase(recorded: GetMethodCase, pool: TvmPool): Promise<Outcome> {
  const { name } = recorded;
  try {
    return { name, differences: compareGetMethod(recorded, await pool.runGetMethod(recorded.call)) };
  } catch (error) {
    if (!(error instanceof TonriverError)) throw error;
    return { name, differences: [`${error.code}: ${errorMessage(error)} ${JSON.stringify(error.fields)}`] };
  }
}
