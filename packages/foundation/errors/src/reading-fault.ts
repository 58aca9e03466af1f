import { errorMessage } from './error-message.ts';
import { TonriverError } from './tonriver-error.ts';

/** Why bytes could not be read: a fault of the bytes, which will be the same next time. */
export interface ReadingFault {
  readonly code: string;
  readonly cause: string;
}

/** What V8 says when the system has no memory left for a buffer. It has no code to go by. */
const outOfMemoryText = 'Array buffer allocation failed';

/**
 * What a step threw that only computes: bytes in, values out. Whatever it is, it is the fault of these bytes: the same
 * bytes would give it again after every restart. An error that nobody foresaw (a stack that overflows, a property of
 * undefined) is `reader_failed`, and a defect of the reader to be mended.
 *
 * @throws the error itself when the process is out of memory: that is nobody's fault, and may be gone after a restart
 */
export function readingFaultOf(error: unknown): ReadingFault {
  if (error instanceof TonriverError) return { code: error.code, cause: error.message };
  if (error instanceof RangeError && error.message === outOfMemoryText) throw error;
  const name = error instanceof Error ? `${error.name}: ` : '';
  return { code: 'reader_failed', cause: `${name}${errorMessage(error)}${placeOf(error)}` };
}

/** The innermost place in the code, for whoever mends it. */
function placeOf(error: unknown): string {
  const place = error instanceof Error ? /\n\s+(at .+)/.exec(error.stack ?? '')?.[1] : undefined;
  return place === undefined ? '' : ` (${place.replace(/(?:file:\/\/)?\/\S*\/(?=[^/\s]+:\d+)/, '')})`;
}
