import { join } from 'node:path';
import { hasLmdbData } from '@tonriver/lmdb-file';
import type { Problem } from './finding.ts';
import type { ProofContext } from './proof.ts';

/** A folder of the data directory beside the tables. */
export interface StoredFolder {
  readonly name: string;
  /** Whether the tables say that something was put into it. */
  readonly wasFilled: (context: Pick<ProofContext, 'store' | 'ranges'>) => Promise<boolean>;
}

/** Why a folder cannot be examined. One that is lost can: that it is not there is then what is found. */
export async function whyNotExamined(
  { name, wasFilled }: StoredFolder,
  { dataDirectory, ...context }: Pick<ProofContext, 'dataDirectory' | 'store' | 'ranges'>,
): Promise<string | undefined> {
  if (dataDirectory === undefined) {
    return 'only a data directory that no process runs on can be examined: stop the process and name it by --data-dir';
  }
  if (hasLmdbData(join(dataDirectory, name)) || (await wasFilled(context))) return undefined;
  return `there is none in ${dataDirectory}`;
}

/** The problem of a folder that is lost; undefined when it is there. */
export function lossOf({ name }: StoredFolder, dataDirectory: string): Problem | undefined {
  const directory = join(dataDirectory, name);
  if (hasLmdbData(directory)) return undefined;
  return { table: name, row: { directory }, problem: 'is missing, though the tables hold what was made with it' };
}
