import { crc32c } from '@tonriver/boc';
import { type CellBody, isBody } from './cell-body.ts';
import { storeCorrupt } from './cell-store-error.ts';

/** A cell in the store. */
export interface StoredCell {
  readonly count: number;
  /** Null while only the hash is known. */
  readonly body: CellBody | null;
  readonly isComplete: boolean;
}

/** The store of a value. */
export interface StoreAge {
  /** True when a program without checksums created the store. */
  readonly isOldStore: boolean;
  /** Directory for errors; absent for a store in memory. */
  readonly directory?: string;
}

const KNOWN_FLAG = 1;
const COMPLETE_FLAG = 2;
const CHECKSUM_FLAG = 4;
const HEADER_BYTES = 5;
const CHECKSUM_BYTES = 4;

/** Encodes `count:uint32 flags:uint8 body… checksum:uint32`. The checksum (CRC-32C) includes the hash. */
export function encodeCell(hash: Uint8Array, { count, body, isComplete }: StoredCell): Buffer {
  const contentBytes = HEADER_BYTES + (body?.length ?? 0);
  const value = Buffer.allocUnsafe(contentBytes + CHECKSUM_BYTES);
  value.writeUInt32BE(count, 0);
  value[4] = CHECKSUM_FLAG | (body === null ? 0 : KNOWN_FLAG) | (isComplete ? COMPLETE_FLAG : 0);
  if (body !== null) value.set(body, HEADER_BYTES);
  value.writeUInt32BE(checksumOf(hash, value, contentBytes), contentBytes);
  return value;
}

/**
 * @throws {CellStoreError} `store_corrupt`
 */
export function decodeCell(hash: Uint8Array, value: Buffer, { isOldStore, directory }: StoreAge): StoredCell {
  const corrupt = (what: string): Error => storeCorrupt(hash, what, { directory });
  if (value.length < HEADER_BYTES) throw corrupt('it is too short');
  const flags = value[4]!;
  const isChecked = hasChecksum(value);
  const end = value.length - (isChecked ? CHECKSUM_BYTES : 0);
  if (!isChecked && !isOldStore) throw corrupt('it has no checksum');
  if (end < HEADER_BYTES) throw corrupt('it is too short');
  if (isChecked && value.readUInt32BE(end) !== checksumOf(hash, value, end)) {
    throw corrupt('its bytes do not have the checksum that was stored with them');
  }
  const isKnown = (flags & KNOWN_FLAG) !== 0;
  const body = isKnown ? value.subarray(HEADER_BYTES, end) : null;
  if (body === null ? end !== HEADER_BYTES : !isBody(body)) throw corrupt('its length is not that of a cell');
  return { count: value.readUInt32BE(0), body, isComplete: (flags & COMPLETE_FLAG) !== 0 };
}

/** Returns false for a cell of a program without checksums. */
export function hasChecksum(value: Buffer): boolean {
  return (value[4]! & CHECKSUM_FLAG) !== 0;
}

function checksumOf(hash: Uint8Array, value: Buffer, end: number): number {
  return (crc32c(value, 0, end) ^ crc32c(hash)) >>> 0;
}
