import { EventLogError } from '@tonriver/stream';

/** Creates the error of a damaged embedded log. */
export function corruptLogError(directory: string, what: string, cause?: unknown): EventLogError {
  const text = `The event log in ${directory} is damaged: ${what}`;
  return new EventLogError('store_corrupt', text, { directory }, { cause });
}
