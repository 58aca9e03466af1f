import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Says in the data directory where the process that holds it can be reached: `verify` asks it, instead of being
 * refused. After a kill the file stays behind; nobody believes it unless the directory is held.
 *
 * @returns removes the file
 */
export async function writeRunningFile(
  dataDirectory: string,
  ports: { readonly apiPort: number; readonly clickHousePort: number },
): Promise<() => Promise<void>> {
  const path = join(dataDirectory, 'running.json');
  await writeFile(path, `${JSON.stringify({ pid: process.pid, ...ports })}\n`);
  return () => rm(path, { force: true });
}
