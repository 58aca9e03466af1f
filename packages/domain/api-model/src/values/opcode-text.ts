import { parseDecimal } from './number-text.ts';

const INT32_MIN = -(2n ** 31n);
const INT32_MAX = 2n ** 31n - 1n;

/**
 * Reads an opcode filter. Hexadecimal comes first, with or without `0x`, so `10` is 16; only what is not 32-bit
 * hexadecimal and has no prefix is tried as a signed 32-bit decimal.
 *
 * @returns the opcode as an unsigned 32-bit number
 */
export function parseOpcode(text: string): number | undefined {
  const hasPrefix = /^0[xX]/.test(text);
  const digits = hasPrefix ? text.slice(2) : text;
  // Leading zeros are free, the value must fit 32 bits.
  if (/^0*[0-9a-fA-F]{1,8}$/.test(digits)) return Number.parseInt(digits, 16);
  if (hasPrefix) return undefined;
  const decimal = parseDecimal(text, INT32_MIN, INT32_MAX);
  return decimal === undefined ? undefined : Number(BigInt.asUintN(32, decimal));
}

/** `0x` and 8 lower-case digits: how the deployed API prints an opcode. */
export function opcodeHex(opcode: number): string {
  return `0x${opcode.toString(16).padStart(8, '0')}`;
}

/** The opcode as the signed 32-bit integer of the written contract. */
export function opcodeSigned(opcode: number): number {
  return opcode | 0;
}
