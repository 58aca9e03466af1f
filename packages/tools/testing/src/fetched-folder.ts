import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onceAmongProcesses, putInPlace } from './process/once-among-processes.ts';
import { repositoryRoot } from './repository-root.ts';

/**
 * Returns a folder in .cache/ with files from a registry, fetched at the first call on a machine. Its name contains a
 * hash of the files in `source`, so that another version never gets old files.
 */
export async function fetchedFolder(
  name: string,
  source: string,
  fetchInto: (target: string) => Promise<unknown>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const file of readdirSync(source).toSorted()) hash.update(readFileSync(join(source, file)));
  const target = join(repositoryRoot, '.cache', `${name}-${hash.digest('hex').slice(0, 8)}`);
  await onceAmongProcesses(
    `${target}.lock`,
    () => existsSync(target),
    async () => {
      const unfinished = `${target}.${process.pid}`;
      await mkdir(unfinished, { recursive: true });
      try {
        await fetchInto(unfinished);
        await putInPlace(unfinished, target);
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true });
        throw error;
      }
    },
  );
  return target;
}
