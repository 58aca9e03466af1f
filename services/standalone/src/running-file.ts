import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes the ports of this process to a file in its data directory, so that `verify` can read the tables while the
 * directory is in use. After a kill the file remains; readers use it only while the directory is locked.
 *
 * @returns a function that removes the file
 */
export async function writeRunningFile(
  dataDirectory: string,
  ports: { readonly apiPort: number; readonly clickHousePort: number },
): Promise<() => Promise<void>> {
  const path = join(dataDirectory, 'running.json');
  await writeFile(path, `${JSON.stringify({ pid: process.pid, ...ports })}\n`);
  return () => rm(path, { force: true });
}
