import { crc32c } from '@tonriver/boc';
import { recordCorrupt } from './cell-store-error.ts';
import type { StoreAge } from './stored-cell.ts';

/** First byte of a record with a checksum. No record of an older program begins with it. */
const MARK = 0xff;
const HEADER_BYTES = 5;

/** Encodes `mark:uint8 checksum:uint32 value…`. The checksum (CRC-32C) includes the key. */
export function encodeStoredRecord(key: string, value: Uint8Array): Buffer {
  const stored = Buffer.allocUnsafe(HEADER_BYTES + value.length);
  stored[0] = MARK;
  stored.set(value, HEADER_BYTES);
  stored.writeUInt32BE(checksumOf(key, stored), 1);
  return stored;
}

/**
 * @throws {CellStoreError} `store_corrupt`
 */
export function decodeStoredRecord(key: string, stored: Buffer, { isOldStore, directory }: StoreAge): Buffer {
  if (stored[0] !== MARK) {
    if (isOldStore) return stored;
    throw recordCorrupt(key, directory, 'it has no checksum');
  }
  if (stored.length < HEADER_BYTES || stored.readUInt32BE(1) !== checksumOf(key, stored)) {
    throw recordCorrupt(key, directory, 'its bytes do not have the checksum that was stored with them');
  }
  return stored.subarray(HEADER_BYTES);
}

function checksumOf(key: string, stored: Buffer): number {
  return (crc32c(stored, HEADER_BYTES) ^ crc32c(Buffer.from(key))) >>> 0;
}
