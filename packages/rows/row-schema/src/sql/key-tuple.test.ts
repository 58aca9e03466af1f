import { describe, expect, it } from '@jest/globals';
import { opcodesTable } from '../tables/opcodes.ts';
import { keyTupleSql } from './key-tuple.ts';

const row = { opcode: 7, lt: 2n ** 63n, workchain: -1, account: new Uint8Array(32), direction: 'in', position: 0 };

describe('keyTupleSql', () => {
  it('writes the sort key in its order, and nothing else of the row', () => {
    const zeros = '0'.repeat(64);
    expect(keyTupleSql(opcodesTable, { ...row, rowVersion: 5 })).toBe(
      `(7, 9223372036854775808, -1, toFixedString(unhex('${zeros}'), 32), 'in', 0)`,
    );
  });

  it('refuses an object without the whole key', () => {
    expect(() => keyTupleSql(opcodesTable, { ...row, lt: undefined })).toThrow(TypeError);
  });
});
