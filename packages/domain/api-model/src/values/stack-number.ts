/** A number of the TVM: −2^256 … 2^256 − 1, in decimal or as `0x…`, `-0x…`. */
const FORM = /^-?(?:\d{1,78}|0[xX][0-9a-fA-F]{1,65})$/;
const LIMIT = 1n << 256n;

/** Reads a number. @returns undefined if it is not a number, or does not fit into 257 bits */
export function parseStackNumber(text: string): bigint | undefined {
  if (!FORM.test(text)) return undefined;
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  return -LIMIT <= value && value < LIMIT ? value : undefined;
}

/** Prints lower-case hexadecimal without padding: `0x1f`, `-0x1f`, `0x0`. */
export function stackNumberHex(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}
