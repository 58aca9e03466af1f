import { statfs } from 'node:fs/promises';
import { errorMessage } from '@tonriver/errors';
import { EventLogError } from '@tonriver/stream';

/** With less than this left on its file system, a write that failed most likely failed for want of it. */
const FREE_BYTES_MIN = 16 * 1024 * 1024;

/** What a failed commit of the store means, with the directory and what is left there: mostly it is the disk. */
export async function writeFailure(directory: string, error: unknown): Promise<EventLogError> {
  const cause = await causeOf(error);
  const freeBytes = await freeBytesIn(directory);
  const isFull = freeBytes !== undefined && freeBytes < FREE_BYTES_MIN;
  const space = isFull ? ` (${Math.floor(freeBytes / 1024)} KiB are free there: make room and start again)` : '';
  const message = `The event log in ${directory} could not be written: ${errorMessage(cause)}${space}`;
  return new EventLogError('store_failed', message, { directory, freeBytes }, { cause });
}

/** LMDB's wrapper puts the reason into a promise of its own, which would end the process if nobody looked at it. */
async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { readonly commitError?: unknown };
  try {
    return (await commitError) ?? error;
  } catch (reason) {
    return reason;
  }
}

async function freeBytesIn(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    // The directory may be gone as well; the write's own error says enough.
    return undefined;
  }
}
