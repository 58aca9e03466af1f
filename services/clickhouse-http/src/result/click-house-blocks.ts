import { createRequire } from 'node:module';
import type * as Lz4 from 'lz4-napi';
import { cityHash128 } from './city-hash.ts';

// A CommonJS package with a native part. Not every loader sees its named exports.
const { compressSync } = createRequire(import.meta.url)('lz4-napi') as typeof Lz4;

/** LZ4, in ClickHouse's list of compression methods. */
const lz4Method = 0x82;
/** Method, compressed size, size. */
const headerLength = 9;
const blockBytesMax = 1024 * 1024;

/**
 * Returns blocks of ClickHouse's own compression (`compress=1`): checksum (CityHash128 of the rest), method, the
 * compressed size with these nine bytes, the size, then LZ4. Readers join the blocks, so data may be cut anywhere.
 */
export function clickHouseBlocks(bytes: Uint8Array): Buffer {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += blockBytesMax) {
    const content = bytes.subarray(start, start + blockBytesMax);
    // The library puts the size in front of the block, but here it is in the header.
    const compressed = compressSync(Buffer.from(content.buffer, content.byteOffset, content.length)).subarray(4);
    const block = Buffer.alloc(headerLength + compressed.length);
    block.writeUInt8(lz4Method, 0);
    block.writeUInt32LE(block.length, 1);
    block.writeUInt32LE(content.length, 5);
    block.set(compressed, headerLength);
    blocks.push(cityHash128(block), block);
  }
  return Buffer.concat(blocks);
}
