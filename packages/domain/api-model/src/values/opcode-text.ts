import { parseDecimal } from './number-text.ts';

const INT32_MIN = -(2n ** 31n);
const INT32_MAX = 2n ** 31n - 1n;

/**
 * Reads an opcode: first as 32-bit hexadecimal, with or without `0x`, so `10` is 16; else, without a prefix, as a
 * signed 32-bit decimal.
 *
 * @returns the opcode as an unsigned 32-bit number
 */
export function parseOpcode(text: string): number | undefined {
  const hasPrefix = /^0[xX]/.test(text);
  const digits = hasPrefix ? text.slice(2) : text;
  // Leading zeros are allowed. The value must fit into 32 bits.
  if (/^0*[0-9a-fA-F]{1,8}$/.test(digits)) return Number.parseInt(digits, 16);
  if (hasPrefix) return undefined;
  const decimal = parseDecimal(text, INT32_MIN, INT32_MAX);
  return decimal === undefined ? undefined : Number(BigInt.asUintN(32, decimal));
}

/** Prints an opcode like the deployed API: `0x` and 8 lower-case digits. */
export function opcodeHex(opcode: number): string {
  return `0x${opcode.toString(16).padStart(8, '0')}`;
}

/** Converts an opcode to the signed 32-bit integer of the written contract. */
export function opcodeSigned(opcode: number): number {
  return opcode | 0;
}
