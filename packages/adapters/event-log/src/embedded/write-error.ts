import { statfs } from 'node:fs/promises';
import { errorMessage } from '@tonriver/errors';
import { EventLogError } from '@tonriver/stream';

/** With less free space than this, the full disk is the likely reason of a failed write. */
const FREE_BYTES_MIN = 16 * 1024 * 1024;

/** Creates the error of a failed write, with the directory and its free space: mostly the disk is full. */
export async function writeError(directory: string, error: unknown): Promise<EventLogError> {
  const cause = await causeOf(error);
  const freeBytes = await freeBytesIn(directory);
  const isFull = freeBytes !== undefined && freeBytes < FREE_BYTES_MIN;
  const space = isFull ? ` (${Math.floor(freeBytes / 1024)} KiB are free there: make room and start again)` : '';
  const message = `The event log in ${directory} could not be written: ${errorMessage(cause)}${space}`;
  return new EventLogError('store_failed', message, { directory, freeBytes }, { cause });
}

/** Returns the reason of the failure. lmdb-js puts it into a promise, which would end the process when not handled. */
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
    // The directory may have been removed; the error of the write is enough.
    return undefined;
  }
}
