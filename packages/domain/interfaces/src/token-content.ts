import { Bag, type CellSlice, sha256 } from '@tonriver/boc';
import { findInDictionary } from '@tonriver/chain-model';
import { orUndefined, unexpected } from './unexpected-result.ts';

const onChainTag = 0;
const offChainTag = 1;
const snakeTag = 0;
const chunkedTag = 1;
/** A value longer than this is left out. */
const BYTES_MAX = 2048;
/** Attributes together: those that come later and do not fit are left out. */
const ATTRIBUTES_BYTES_MAX = 4096;

/** What a token says of itself (TEP-64). */
export interface TokenContent {
  /** The address of metadata that are elsewhere: all of off-chain content, or the attribute `uri`. Null: none. */
  readonly contentUri: string | null;
  /** The texts of on-chain content by their name; null for content that is elsewhere, or none. */
  readonly attributes: Readonly<Record<string, string>> | null;
}

export const NO_CONTENT: TokenContent = { contentUri: null, attributes: null };

/** The names that TEP-64 gives. The dictionary has their hashes only, so others cannot be known. */
const attributeKeys: readonly (readonly [string, Uint8Array])[] = [
  'uri',
  'name',
  'symbol',
  'decimals',
  'description',
  'image',
  'image_data',
  'amount_style',
  'render_type',
].map((name) => [name, sha256(Buffer.from(name, 'utf8'))]);

/**
 * Reads content by TEP-64. Values that are longer than 2,048 bytes or no text are left out; all of it when it is not
 * built so.
 */
export function tokenContentOf(boc: Uint8Array): TokenContent {
  return orUndefined(() => readContent(boc)) ?? NO_CONTENT;
}

function readContent(boc: Uint8Array): TokenContent {
  const bag = Bag.parse(boc);
  const content = bag.slice(bag.root);
  const tag = content.loadUint(8);
  if (tag === offChainTag) return { contentUri: textOf(readSnake(content)), attributes: null };
  if (tag !== onChainTag) throw unexpected('No content of TEP-64 has this tag', { tag });
  const attributes = content.loadBit() ? readAttributes(bag, content.loadRef()) : {};
  return { contentUri: attributes['uri'] ?? null, attributes };
}

function readAttributes(bag: Bag, root: number): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  let byteLength = 0;
  for (const [name, key] of attributeKeys) {
    const leaf = findInDictionary(bag, root, 256, key);
    const value = leaf === null ? null : orUndefined(() => readValue(leaf, bag));
    const text = textOf(value ?? null);
    if (text === null) continue;
    byteLength += value!.length;
    if (byteLength > ATTRIBUTES_BYTES_MAX) break;
    attributes[name] = text;
  }
  return attributes;
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
