/** An opcode of the decode endpoint, or the text for its error (without the prefix). */
export type OpcodeText =
  | { readonly kind: 'opcode'; readonly opcode: number }
  | { readonly kind: 'invalid'; readonly text: string };

const uint32Max = 0xffff_ffff;
const int32Max = 0x7fff_ffff;
const int32Min = -0x8000_0000;
/** More digits than a 32-bit number needs. Texts with more leading zeros are refused. */
const digitsMax = 64;

/**
 * Reads an opcode. Removes a leading `0x` (lower case), and reads the rest as hexadecimal up to 2^32 − 1, else as a
 * signed or unsigned 32-bit decimal. So `10` is 16. The result is unsigned.
 */
export function decodeOpcodeText(text: string): OpcodeText {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length > digitsMax) return { kind: 'invalid', text: digits };
  if (/^[0-9a-fA-F]+$/.test(digits)) {
    const opcode = Number.parseInt(digits, 16);
    if (opcode <= uint32Max) return { kind: 'opcode', opcode };
  }
  if (/^[0-9]+$/.test(digits)) {
    const opcode = Number.parseInt(digits, 10);
    if (opcode <= uint32Max) return { kind: 'opcode', opcode };
  }
  if (/^[+-][0-9]+$/.test(digits)) {
    const opcode = Number.parseInt(digits, 10);
    if (opcode >= int32Min && opcode <= int32Max) return { kind: 'opcode', opcode: opcode >>> 0 };
  }
  return { kind: 'invalid', text: digits };
}
