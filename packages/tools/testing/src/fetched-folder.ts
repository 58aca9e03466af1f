import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onceAmongProcesses, putInPlace } from './kafka/kafka-jars.ts';
import { repositoryRoot } from './repository-root.ts';

/**
 * A folder in .cache/ with what a test needs from a registry, fetched at the first call on a machine. It is named after
 * what the files in `source` say, so that another version is never served by old files.
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
