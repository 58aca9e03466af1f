import { Bag, BocError, type Cell } from '@tonriver/boc';
import { ChainModelError } from '@tonriver/chain-model';
import { recordedBagBytes, recordedHashBytes, type RecordedPlace } from '@tonriver/recordings';
import { errorMessage } from '@tonriver/errors';
import { RecordingError } from './recording-error.ts';

/** Reads bytes in Base64, or a bag in hexadecimal. Throws `bad_recording` for anything else. */
export function base64Bytes(text: string, what: string): Uint8Array {
  return recordedBagBytes(text, placeOf(what));
}

/** Reads 32 bytes in hexadecimal or Base64. */
export function hashBytes(text: string, what: string): Uint8Array {
  return recordedHashBytes(text, placeOf(what));
}

/** Reads 32 bytes and returns them as lower-case hexadecimal. */
export function hexOfHash(text: string, what: string): string {
  return hex(hashBytes(text, what));
}

/** Returns `file: member`, as errors name it. */
function placeOf(what: string): RecordedPlace {
  const end = what.lastIndexOf(': ');
  return end < 0 ? { file: what, member: '' } : { file: what.slice(0, end), member: what.slice(end + 2) };
}

/** Returns the root of a bag. Throws `recording_unreadable` unless the bytes are a bag with one root. */
export function rootCell(bytes: Uint8Array, what: string): Cell {
  return reading(what, () => {
    const bag = Bag.parse(bytes);
    return bag.toCell(bag.root);
  });
}

export function reading<Result>(what: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BocError || error instanceof ChainModelError)) throw error;
    throw new RecordingError('recording_unreadable', `${what}: ${errorMessage(error)}`, { what }, { cause: error });
  }
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}
