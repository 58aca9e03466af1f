/** Forms of a hash: hexadecimal, base64 and base64url, with or without padding. */
const HEX = /^(?:0x)?([0-9a-f]{64})$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Returns a hash in hexadecimal (small letters), or undefined if the text is none.
 *
 * @param {string} text
 * @returns {string | undefined}
 */
export function readHash(text) {
  const [, hex] = HEX.exec(text) ?? [];
  if (hex !== undefined) return hex.toLowerCase();
  if (!BASE64.test(text)) return undefined;
  const bytes = bytesOfBase64(text);
  return bytes?.length === 32 ? hexOf(bytes) : undefined;
}

/**
 * Returns a hash of an answer (base64) in hexadecimal.
 *
 * @param {string} base64
 */
export function hexOfHash(base64) {
  return readHash(base64) ?? base64;
}

/**
 * Returns the beginning and the end of a hash.
 *
 * @param {string} hex
 */
export function shortHash(hex) {
  return hex.length <= 16 ? hex : `${hex.slice(0, 8)}…${hex.slice(-6)}`;
}

/**
 * Returns the bytes of a text in base64 or base64url; undefined if it is neither.
 *
 * @param {string} text
 * @returns {Uint8Array | undefined}
 */
export function bytesOfBase64(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
