import { describe, expect, it } from '@jest/globals';
import { RowBinaryReader } from './row-binary-reader.ts';
import { RowBinaryWriter } from './row-binary-writer.ts';

describe('RowBinaryWriter', () => {
  it('refuses a value that does not fit its column type', () => {
    const writer = new RowBinaryWriter();
    for (const write of [
      () => writer.uint64(1n << 64n),
      () => writer.uint64(-1n),
      () => writer.int64(1n << 63n),
      () => writer.uint128(1n << 128n),
      () => writer.uint128(-1n),
      () => writer.uint256(1n << 256n),
      () => writer.bytes32(new Uint8Array(31)),
      () => writer.fixedString(new Uint8Array(3), 4),
    ]) {
      expect(write).toThrow(expect.objectContaining({ code: 'row_value_out_of_range' }));
    }
    expect(writer.length).toBe(0);
  });

  it('keeps the written bytes when it grows, and returns copies that later writes do not change', () => {
    const writer = new RowBinaryWriter(1);
    const text = 'ü'.repeat(100_000);
    writer.uint8(7);
    writer.string(text);
    const copy = writer.copy();
    writer.reset();
    writer.stringBytes(new Uint8Array(300_000).fill(9));

    const reader = new RowBinaryReader(copy);
    expect(reader.uint8()).toBe(7);
    expect(reader.string()).toBe(text);
    expect(reader.isAtEnd).toBe(true);
  });

  it('removes an unfinished row', () => {
    const writer = new RowBinaryWriter();
    writer.uint32(1);
    const end = writer.length;
    writer.uint32(2);
    writer.truncate(end);

    expect(writer.bytes()).toEqual(Buffer.from([1, 0, 0, 0]));
    expect(() => writer.truncate(9)).toThrow(RangeError);
  });
});

describe('RowBinaryReader', () => {
  it('reports the offset at which data ends too early', () => {
    const reader = new RowBinaryReader(new Uint8Array([1, 0, 0, 0, 5, 1]));
    reader.uint32();
    expect(() => reader.stringBytes()).toThrow(
      expect.objectContaining({ code: 'row_binary_truncated', fields: expect.objectContaining({ offset: 5 }) }),
    );
  });

  it('refuses a length of more than 32 bits', () => {
    expect(() => new RowBinaryReader(new Uint8Array(9).fill(0xff)).stringBytes()).toThrow(
      expect.objectContaining({ code: 'row_binary_invalid' }),
    );
  });
});
