import { crc32c } from '@tonriver/boc';
import { DevnetStoreError } from './devnet-store-error.ts';

const CHECKSUM_BYTES = 4;

/** Encodes `checksum:uint32 value…`. The checksum (CRC-32C) includes the key. */
export function encodeStoredValue(key: string, value: Uint8Array): Buffer {
  const stored = Buffer.allocUnsafe(CHECKSUM_BYTES + value.length);
  stored.set(value, CHECKSUM_BYTES);
  stored.writeUInt32BE(checksumOf(key, stored));
  return stored;
}

/** Returns a copy of the value. @throws {DevnetStoreError} `store_corrupt` */
export function decodeStoredValue(key: string, stored: Buffer): Uint8Array<ArrayBuffer> {
  if (stored.length < CHECKSUM_BYTES || stored.readUInt32BE() !== checksumOf(key, stored)) {
    const text = `The store of the devnet is damaged: ${key} does not have the checksum that was stored with it`;
    throw new DevnetStoreError('store_corrupt', text, { key });
  }
  return Uint8Array.from(stored.subarray(CHECKSUM_BYTES));
}

function checksumOf(key: string, stored: Buffer): number {
  return (crc32c(stored, CHECKSUM_BYTES) ^ crc32c(Buffer.from(key))) >>> 0;
}
