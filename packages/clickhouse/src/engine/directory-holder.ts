import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The process that holds an engine's data directory, if a living one does: the engine writes its number into `status`.
 * The file stays after a kill −9 while its lock does not, so the number alone proves nothing.
 */
export function holderOfDirectory(path: string): number | undefined {
  let status: string;
  try {
    status = readFileSync(join(path, 'status'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const number = Number(/^PID: (\d+)$/m.exec(status)?.[1]);
  if (!Number.isSafeInteger(number) || number === process.pid || !isAlive(number)) return undefined;
  return number;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
