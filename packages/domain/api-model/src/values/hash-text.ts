const HEX_HASH = /^(?:0[xX])?[0-9a-fA-F]{64}$/;
const BASE64_HASH = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Reads a 256-bit hash: 64 hexadecimal digits of any case, with or without `0x`; or base64 in either alphabet, with or
 * without padding. Surrounding blanks are ignored.
 *
 * @returns 32 bytes, or undefined for other texts
 */
export function parseHash(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (HEX_HASH.test(trimmed)) return Buffer.from(trimmed.slice(-64), 'hex');
  // Node's decoder reads both alphabets, but also skips unknown characters, so the pattern is checked first.
  if (BASE64_HASH.test(trimmed)) return Buffer.from(trimmed, 'base64');
  return undefined;
}

/**
 * Reads a hash as v2 does: 64 hexadecimal digits of any case, 44 characters of base64 in either alphabet, or 43 of
 * base64url.
 *
 * @returns 32 bytes, or undefined for other texts
 */
export function parseHashV2(text: string): Uint8Array | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  const isBase64 = /^(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}=?)$/.test(text);
  return isBase64 ? Buffer.from(text, 'base64') : undefined;
}

/** Prints a hash as in all answers: 44 characters of standard base64 with padding. */
export function hashToBase64(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('base64');
}
