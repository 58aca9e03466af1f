import { describe, expect, it } from '@jest/globals';
import { decodeOpcodeText } from './opcode-text.ts';

describe('decodeOpcodeText', () => {
  const read = [
    ['0x0f8a7ea5', 0x0f8a7ea5],
    ['0f8a7ea5', 0x0f8a7ea5],
    ['F8A7EA5', 0x0f8a7ea5],
    ['10', 16],
    ['0x10', 16],
    ['ffffffff', 0xffffffff],
    ['4294967295', 0xffffffff],
    // Nine digits are too many for 32 bits of hexadecimal, and so are read as decimal.
    ['260734629', 260734629],
    ['-1', 0xffffffff],
    ['-2147483648', 0x80000000],
    ['+2147483647', 0x7fffffff],
    ['0000000000001', 1],
  ] as const;
  for (const [text, opcode] of read) {
    it(`reads ${text} as ${opcode}`, () => {
      expect(decodeOpcodeText(text)).toEqual({ kind: 'opcode', opcode });
    });
  }

  const refused = ['', '0x', '0X10', 'jetton', '4294967296', '-2147483649', '+4294967295', '1_0', ' 10', '0x0x10'];
  for (const text of refused) {
    it(`refuses "${text}" and names it without its prefix`, () => {
      expect(decodeOpcodeText(text)).toEqual({ kind: 'invalid', text: text.startsWith('0x') ? text.slice(2) : text });
    });
  }
});
