import { errorMessage, TonriverError } from '@tonriver/errors';
import { encodeStackBoc, type GetMethodResult, type TvmPool } from '@tonriver/tvm';
import { createRecordingFiles, isFolder, jsonFilesBelow, readJson, type RecordingFiles } from '../recording-files.ts';
import { RecordingError, type Unreadable, unreadable } from '../recording-error.ts';
import type { ReplayCommand } from '../replay-config.ts';
import type { Outcome } from '../report.ts';
import { type PathRunner, runPath } from '../run-command.ts';
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
  const runFile: PathRunner = async (path, { pool, report }) => {
    const { cases, withoutResult } = readGetMethodCases(path, files);
    if (cases.length === 0) throw nothingRecorded(path);
    if (withoutResult > 0) report.note(`${path}: ${withoutResult} records have no result and were not run`);
    for (const outcome of await Promise.all(cases.map((recorded) => runCase(recorded, pool)))) report.add(outcome);
  };
  return async (path, tools) => {
    if (!isFolder(path)) return runFile(path, tools);
    let found = 0;
    for (const file of jsonFilesBelow(path)) {
      // The run reports a file that is not JSON.
      const content = unreadable(file, () => readJson(file));
      const isOther = !isUnreadable(content) && !looksLikeGetMethods(content);
      if (isOther) tools.report.note(`${file} is no recorded get-method: passed over`);
      else await runPath(file, runFile, tools);
      if (!isOther) found++;
    }
    if (found === 0) throw nothingRecorded(path);
  };
}

function isUnreadable(content: unknown): content is Unreadable {
  return typeof content === 'object' && content !== null && 'problem' in content;
}

function nothingRecorded(path: string): RecordingError {
  return new RecordingError('recording_unknown_form', `${path} has no recorded get-methods`, { path });
}

/** Exit code of a call to an account without code. */
const notActive: GetMethodResult = {
  exitCode: -13,
  gasUsed: 0n,
  stack: [],
  stackBoc: encodeStackBoc([]),
  missingLibrary: null,
  usedWholeConfig: false,
};

/** Runs one case. An error of the TVM counts as a difference. */
async function runCase(recorded: GetMethodCase | Unreadable, pool: TvmPool): Promise<Outcome> {
  const { name } = recorded;
  if ('problem' in recorded) return { name, differences: [recorded.problem], isUnreadable: true };
  try {
    const result = recorded.hasContract ? await pool.runGetMethod(recorded.call) : notActive;
    return { name, differences: compareGetMethod(recorded, result) };
  } catch (error) {
    if (!(error instanceof TonriverError)) throw error;
    return { name, differences: [`${error.code}: ${errorMessage(error)} ${JSON.stringify(error.fields)}`] };
  }
}
