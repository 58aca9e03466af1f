import { EventLogError } from '@tonriver/stream';

/** @param directory of the embedded log */
export function logCorrupt(directory: string, what: string, cause?: unknown): EventLogError {
  const text = `The event log in ${directory} is damaged: ${what}`;
  return new EventLogError('store_corrupt', text, { directory }, { cause });
}
