import { crc32c } from '@tonriver/boc';

/** A value of the meta data beside its checksum, which covers the key too. */
export type SealedValue = readonly [checksum: number, value: unknown];

export type MetaKey = readonly (string | number)[];

export function sealValue(key: MetaKey, value: unknown): SealedValue {
  return [checksumOf(key, value), value];
}

/**
 * The value, when it is what was written under this key. Old stores hold values as they are: none of those is a list.
 *
 * @returns undefined when it is damaged
 */
export function openValue(key: MetaKey, stored: unknown, { isOldStore }: { readonly isOldStore: boolean }): unknown {
  if (!Array.isArray(stored)) return isOldStore ? stored : undefined;
  const [checksum, value] = stored as unknown as SealedValue;
  return checksum === checksumOf(key, value) ? value : undefined;
}

function checksumOf(key: MetaKey, value: unknown): number {
  return crc32c(Buffer.from(JSON.stringify([key, value])));
}
