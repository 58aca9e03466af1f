/**
 * Prints bits in upper-case hexadecimal. If their number is not a multiple of four, the last digit is completed by a
 * one and zeros, and `_` follows, as in TON: 101 is `B_`.
 */
export function bitsText(bits: Uint8Array, bitLength: number): string {
  const digits = Buffer.from(bits.buffer, bits.byteOffset, (bitLength + 7) >>> 3)
    .toString('hex')
    .toUpperCase();
  const whole = bitLength >>> 2;
  const odd = bitLength & 3;
  if (odd === 0) return digits.length === whole ? digits : digits.slice(0, whole);
  const last = Number.parseInt(digits[whole]!, 16) | (8 >>> odd);
  return `${digits.slice(0, whole)}${last.toString(16).toUpperCase()}_`;
}
