import { Bag, type CellSlice, sha256 } from '@tonriver/boc';
import { findInDictionary } from '@tonriver/chain-model';
import { unexpected } from './unexpected-result.ts';

const onChainTag = 0;
const offChainTag = 1;
const snakeTag = 0;
const chunkedTag = 1;
const uriKey = sha256(Buffer.from('uri', 'utf8'));

/** An address longer than this is none. */
const BYTES_MAX = 2048;

/**
 * The address of metadata by TEP-64: what follows the tag of off-chain content, or the value of `uri` in on-chain
 * content. Null when there is none, or it is longer than 2,048 bytes.
 *
 * @throws {TonriverError} when the content is not built by TEP-64
 */
export function contentUriOf(boc: Uint8Array): string | null {
  const bag = Bag.parse(boc);
  const content = bag.slice(bag.root);
  const tag = content.loadUint(8);
  if (tag === offChainTag) return textOf(readSnake(content));
  if (tag !== onChainTag) throw unexpected('No content of TEP-64 has this tag', { tag });
  if (!content.loadBit()) return null;
  const leaf = findInDictionary(bag, content.loadRef(), 256, uriKey);
  return leaf === null ? null : textOf(readValue(leaf, bag));
}

/** A value of the dictionary: in a reference, in snake form or in chunks. */
function readValue(leaf: CellSlice, bag: Bag): Uint8Array | null {
  const value = leaf.remainingRefs > 0 && leaf.remainingBits === 0 ? leaf.loadRefSlice() : leaf;
  const tag = value.loadUint(8);
  if (tag === snakeTag) return readSnake(value);
  if (tag !== chunkedTag) throw unexpected('No value of TEP-64 has this tag', { tag });
  return value.loadBit() ? readChunks(value.loadRef(), bag) : null;
}

/** `chunk_dict:(HashmapE 32 ^(SnakeData ~0))`, chunk after chunk from number 0 on. */
function readChunks(root: number, bag: Bag): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let byteLength = 0;
  for (let number = 0; ; number += 1) {
    const key = Buffer.alloc(4);
    key.writeUInt32BE(number);
    const leaf = findInDictionary(bag, root, 32, key);
    if (leaf === null) return Buffer.concat(parts);
    const part = readSnake(leaf.loadRefSlice());
    if (part === null || part.length === 0) return null;
    byteLength += part.length;
    if (byteLength > BYTES_MAX) return null;
    parts.push(part);
  }
}

/** The bytes of a cell and of the cells that follow by its first reference; null when they are too many. */
function readSnake(start: CellSlice): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let byteLength = 0;
  let cellCount = 0;
  for (let slice = start; ; slice = slice.loadRefSlice()) {
    const part = slice.loadBytes(slice.remainingBits >> 3);
    byteLength += part.length;
    cellCount += 1;
    // Cells without bytes must not make it long either.
    if (byteLength > BYTES_MAX || cellCount > BYTES_MAX) return null;
    parts.push(part);
    if (slice.remainingRefs === 0) return Buffer.concat(parts);
  }
}

/** Valid UTF-8, without the zero bytes that some contracts write behind it. */
function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '');
    return text === '' ? null : text;
  } catch {
    return null;
  }
}
