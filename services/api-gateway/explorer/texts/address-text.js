import { bytesOfBase64, hexOf } from './hash-text.js';

const RAW = /^(-?\d{1,10}):([0-9a-f]{64})$/i;
const FRIENDLY = /^[A-Za-z0-9+/_-]{48}$/;
/** First bytes of the user-friendly form (TEP-2) without the flag of test networks, which is 0x80. */
const TAGS = [0x11, 0x51];

/**
 * Returns the raw form (workchain:HEX) of an address in any form, or undefined if the text is none. The checksum of a
 * user-friendly address has to be right.
 *
 * @param {string} text
 * @returns {string | undefined}
 */
export function readAddress(text) {
  const [, workchain, account] = RAW.exec(text) ?? [];
  if (workchain !== undefined && account !== undefined) {
    const number = Number(workchain);
    return number === (number | 0) ? `${number}:${account.toUpperCase()}` : undefined;
  }
  const bytes = FRIENDLY.test(text) ? bytesOfBase64(text) : undefined;
  if (bytes?.length !== 36 || !TAGS.includes((bytes[0] ?? 0) & 0x7f)) return undefined;
  if (checksumOf(bytes.subarray(0, 34)) !== (((bytes[34] ?? 0) << 8) | (bytes[35] ?? 0))) return undefined;
  const signed = ((bytes[1] ?? 0) << 24) >> 24;
  return `${signed}:${hexOf(bytes.subarray(2, 34)).toUpperCase()}`;
}

/**
 * Returns the beginning and the end of an address.
 *
 * @param {string} text
 */
export function shortAddress(text) {
  return text.length <= 16 ? text : `${text.slice(0, 6)}…${text.slice(-6)}`;
}

/**
 * CRC-16 with the polynomial 0x1021 (XMODEM).
 *
 * @param {Uint8Array} bytes
 */
function checksumOf(bytes) {
  let checksum = 0;
  for (const byte of bytes) {
    checksum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) checksum = checksum & 0x8000 ? (checksum << 1) ^ 0x1021 : checksum << 1;
    checksum &= 0xffff;
  }
  return checksum;
}
