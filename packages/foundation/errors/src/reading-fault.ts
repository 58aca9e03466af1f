import { errorMessage } from './error-message.ts';
import { TonriverError } from './tonriver-error.ts';

/** Why bytes could not be read. The bytes are at fault: reading them again gives the same fault. */
export interface ReadingFault {
  readonly code: string;
  readonly cause: string;
}

/** V8's message when the system has no memory left for a buffer. The error has no code. */
const outOfMemoryText = 'Array buffer allocation failed';

/**
 * Describes an error of a step that only computes: bytes in, values out. Such an error is the fault of these bytes,
 * because they would cause it again after every restart. An unexpected error (a stack overflow, a property of
 * undefined) becomes `reader_failed`; it is a bug of the reader.
 *
 * @throws the error itself when the process is out of memory: that may be over after a restart
 */
export function readingFaultOf(error: unknown): ReadingFault {
  if (error instanceof TonriverError) return { code: error.code, cause: error.message };
  if (error instanceof RangeError && error.message === outOfMemoryText) throw error;
  const name = error instanceof Error ? `${error.name}: ` : '';
  return { code: 'reader_failed', cause: `${name}${errorMessage(error)}${placeOf(error)}` };
}

/** The innermost line of the stack, without the folders of the machine. */
function placeOf(error: unknown): string {
  const place = error instanceof Error ? /\n\s+(at .+)/.exec(error.stack ?? '')?.[1] : undefined;
  return place === undefined ? '' : ` (${place.replace(/(?:file:\/\/)?\/\S*\/(?=[^/\s]+:\d+)/, '')})`;
}
