import { crc32c } from '@tonriver/boc';

/** A value of the main tree with the checksum of its key and itself. */
export type ChecksummedValue = readonly [checksum: number, value: unknown];

export type MetaKey = readonly (string | number)[];

export function withChecksum(key: MetaKey, value: unknown): ChecksummedValue {
  return [checksumOf(key, value), value];
}

/**
 * Returns the value that was written with this key, undefined when it is damaged. Old stores have values without a
 * checksum, none of which is a list.
 */
export function checkedValue(key: MetaKey, stored: unknown, { isOldStore }: { readonly isOldStore: boolean }): unknown {
  if (!Array.isArray(stored)) return isOldStore ? stored : undefined;
  const [checksum, value] = stored as unknown as ChecksummedValue;
  return checksum === checksumOf(key, value) ? value : undefined;
}

function checksumOf(key: MetaKey, value: unknown): number {
  return crc32c(Buffer.from(JSON.stringify([key, value])));
}
