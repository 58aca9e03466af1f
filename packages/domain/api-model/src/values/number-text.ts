const INT32 = { min: -(2n ** 31n), max: 2n ** 31n - 1n };
const UINT64_MAX = 2n ** 64n - 1n;

/** Reads a decimal integer with optional sign inside bounds; `undefined` otherwise. */
export function parseDecimal(text: string, min: bigint, max: bigint): bigint | undefined {
  // The length is checked first, because the cost of BigInt grows with the square of the digits.
  if (text.length > 40 || !/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return value >= min && value <= max ? value : undefined;
}

/** Reads a signed 32-bit integer. An empty value is 0, as in `?limit=`. */
export function parseInt32(text: string): number | undefined {
  if (text === '') return 0;
  const value = parseDecimal(text, INT32.min, INT32.max);
  return value === undefined ? undefined : Number(value);
}

/** Reads a logical time: an unsigned 64-bit decimal. */
export function parseLogicalTime(text: string): bigint | undefined {
  return text === '' ? 0n : parseDecimal(text, 0n, UINT64_MAX);
}

/**
 * Reads a Unix time in seconds; a fraction is ignored. Times before 1970 and after 2106, which no block has, are valid
 * bounds.
 */
export function parseUnixTime(text: string): number | undefined {
  if (text.length > 40 || !/^[+-]?\d+(?:\.\d*)?(?:[eE][+]?\d{1,2})?$/.test(text)) return undefined;
  const value = Math.trunc(Number(text));
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Reads a boolean like Go's `ParseBool`, as the deployed API does. */
export function parseBoolean(text: string): boolean | undefined {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true;
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return false;
  return undefined;
}

/** Reads a sort order: `asc`, `desc` or their first letters, in any case. */
export function parseSort(text: string): 'asc' | 'desc' | undefined {
  const lower = text.toLowerCase();
  if (lower === 'asc' || lower === 'a') return 'asc';
  if (lower === 'desc' || lower === 'd') return 'desc';
  return undefined;
}
