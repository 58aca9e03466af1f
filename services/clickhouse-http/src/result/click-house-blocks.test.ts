import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';
import type * as Lz4 from 'lz4-napi';
import { compileCityHash, generatedFile } from '../../build/compile-city-hash.test-support.ts';
import { cityHash128 } from './city-hash.ts';
import { clickHouseBlocks } from './click-house-blocks.ts';

const { uncompressSync } = createRequire(import.meta.url)('lz4-napi') as typeof Lz4;

it('the loaded hash is compiled from the source in assembly/', async () => {
  expect(readFileSync(generatedFile, 'utf8')).toBe(await compileCityHash());
}, 60_000);

it('the checksum depends on every byte and only on the bytes, for every length', () => {
  const seen = new Set<string>();
  for (let length = 0; length < 400; length++) {
    const bytes = Buffer.alloc(length, 7);
    const hash = cityHash128(bytes).toString('hex');
    expect(cityHash128(bytes).toString('hex')).toBe(hash);
    expect(seen.has(hash)).toBe(false);
    seen.add(hash);
    if (length === 0) continue;
    bytes[length >> 1] = 8;
    expect(cityHash128(bytes).toString('hex')).not.toBe(hash);
  }
});

it('compress=1: blocks of at most a megabyte, each with its checksum and sizes, give the bytes back', () => {
  const bytes = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => (index * index) % 251));
  const packed = clickHouseBlocks(bytes);
  const contents: Buffer[] = [];
  for (let at = 0; at < packed.length; ) {
    const length = packed.readUInt32LE(at + 17);
    const block = packed.subarray(at + 16, at + 16 + length);
    expect(cityHash128(block).equals(packed.subarray(at, at + 16))).toBe(true);
    expect(block[0]).toBe(0x82);
    const sized = Buffer.concat([block.subarray(5, 9), block.subarray(9)]);
    contents.push(uncompressSync(sized));
    at += 16 + length;
  }
  expect(contents.length).toBe(3);
  expect(Buffer.concat(contents).equals(bytes)).toBe(true);
  expect(clickHouseBlocks(new Uint8Array(0)).length).toBe(0);
});
