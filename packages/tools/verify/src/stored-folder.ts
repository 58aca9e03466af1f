import { join } from 'node:path';
import { hasLmdbData } from '@tonriver/lmdb-file';
import type { Problem } from './finding.ts';
import type { ProofContext } from './proof.ts';

/** A folder of the data directory beside the tables. */
export interface StoredFolder {
  readonly name: string;
  /** True when the tables say that something was stored in it. */
  readonly wasFilled: (context: Pick<ProofContext, 'store' | 'ranges'>) => Promise<boolean>;
}

/** Returns why a folder cannot be examined. A lost folder can: its absence is a finding. */
export async function whyNotExamined(
  { name, wasFilled }: StoredFolder,
  { dataDirectory, ...context }: Pick<ProofContext, 'dataDirectory' | 'store' | 'ranges'>,
): Promise<string | undefined> {
  if (dataDirectory === undefined) {
    return 'only a data directory that no process uses can be examined: stop the process and give --data-dir';
  }
  if (hasLmdbData(join(dataDirectory, name)) || (await wasFilled(context))) return undefined;
  return `it does not exist in ${dataDirectory}`;
}

/** Returns the finding for a lost folder; undefined when it is there. */
export function lossOf({ name }: StoredFolder, dataDirectory: string): Problem | undefined {
  const directory = join(dataDirectory, name);
  if (hasLmdbData(directory)) return undefined;
  return {
    table: name,
    row: { directory },
    problem: 'is missing, although the tables have rows that were made with it',
  };
}
