import { BocError } from '@tonriver/boc';
import { ChainModelError } from '@tonriver/chain-model';
import { errorMessage } from '@tonriver/errors';
import { BadRecordingError } from './bad-recording-error.ts';

/** The place of a value for errors: file and member. */
export interface RecordedPlace {
  readonly file: string;
  readonly member: string;
}

export type RecordedMembers = Readonly<Record<string, unknown>>;

const HASH_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** First bytes of a bag of cells in hexadecimal. In Base64 a bag begins with `te6cc…`, `aP9l8…` or `rMOnK…`. */
const BAG_IN_HEX = /^(?:b5ee9c72|68ff65f3|acc3a728)(?:[0-9a-f]{2})*$/i;
const INTEGER = /^([+-]?)(0x[0-9a-f]+|\d+)$/i;

/** Creates the error of an invalid value. Its message is the place and the problem. */
export function badRecording({ file, member }: RecordedPlace, problem: string, cause?: unknown): BadRecordingError {
  return new BadRecordingError('bad_recording', `${file}: ${member}: ${problem}`, { file, member }, { cause });
}

export function below({ file, member }: RecordedPlace, name: string | number): RecordedPlace {
  return { file, member: member === '' ? String(name) : `${member}.${name}` };
}

export function membersOf(value: unknown, place: RecordedPlace): RecordedMembers {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RecordedMembers;
  throw badRecording(place, 'not an object');
}

export function listOf(value: unknown, place: RecordedPlace): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  throw badRecording(place, 'not a list');
}

export function textOf(value: unknown, place: RecordedPlace): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw badRecording(place, 'not a text');
}

/** Returns true when a text is bytes and not the name of a file. */
export function isBagText(text: string): boolean {
  const compact = text.replaceAll(/\s+/g, '').replace(/^0x/i, '');
  return BAG_IN_HEX.test(compact) || /^(?:te6cc|aP9l8|rMOnK)/.test(compact);
}

/** Reads bytes in Base64 of either alphabet, or a bag of cells in hexadecimal. Ignores white space. */
export function bagBytes(value: unknown, place: RecordedPlace): Uint8Array {
  const compact = textOf(value, place).replaceAll(/\s+/g, '');
  const digits = compact.replace(/^0x/i, '');
  if (BAG_IN_HEX.test(digits)) return new Uint8Array(Buffer.from(digits, 'hex'));
  if (!BASE64.test(compact) || compact.replace(/=+$/, '').length % 4 === 1) {
    throw badRecording(place, 'neither Base64 nor a bag of cells in hexadecimal');
  }
  return new Uint8Array(Buffer.from(compact, 'base64'));
}

/** Reads 32 bytes in hexadecimal or Base64. */
export function hashBytes(value: unknown, place: RecordedPlace): Uint8Array {
  const text = textOf(value, place);
  const digits = text.replace(/^0x/i, '');
  if (/^[0-9a-f]{64}$/i.test(digits)) return new Uint8Array(Buffer.from(digits, 'hex'));
  const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  if (bytes.length === HASH_BYTES && text.replace(/=+$/, '').length === 43) return new Uint8Array(bytes);
  throw badRecording(place, 'not 32 bytes in hexadecimal or Base64');
}

/** Reads an integer from a JSON number or a text, decimal or `0x…`. */
export function integerOf(value: unknown, place: RecordedPlace): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  const parts = typeof value === 'string' ? INTEGER.exec(value.trim()) : null;
  if (parts === null) throw badRecording(place, 'not an integer');
  const absolute = BigInt(parts[2] ?? '');
  return parts[1] === '-' ? -absolute : absolute;
}

/** Returns the first of the members that exists, with its name. */
export function firstOf(
  records: readonly RecordedMembers[],
  names: readonly string[],
): { readonly name: string; readonly value: unknown } | undefined {
  for (const record of records) {
    for (const name of names) {
      const value = record[name];
      if (value !== undefined && value !== null) return { name, value };
    }
  }
  return undefined;
}

/** Turns an error of reading cells into the error of the record. */
export function reading<Result>(place: RecordedPlace, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BocError || error instanceof ChainModelError)) throw error;
    throw badRecording(place, errorMessage(error), error);
  }
}
