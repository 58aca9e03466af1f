import type { CellSlice } from '@tonriver/boc';
import { type DecodeScope, enterReference } from './decode-scope.ts';
import type { DecodedBits, DecodedObject } from './decoded-value.ts';

interface Chunk {
  readonly length: number;
  readonly data: DecodedBits;
}

/**
 * TEP-81:
 * ```tlb
 * text$_ chunks:(## 8) rest:(TextChunks chunks) = Text;
 * text_chunk$_ {n:#} len:(## 8) data:(bits (len * 8)) next:(TextChunkRef n) = TextChunks (n + 1);
 * text_chunk_empty$_ = TextChunks 0;
 * chunk_ref$_ {n:#} ref:^(TextChunks (n + 1)) = TextChunkRef (n + 1);
 * chunk_ref_empty$_ = TextChunkRef 0;
 * ```
 */
export function decodeChunkedText(scope: DecodeScope, slice: CellSlice): DecodedObject | undefined {
  if (slice.remainingBits < 8) return undefined;
  const count = slice.loadUint(8);
  const chunks: Chunk[] = [];
  let current: CellSlice | undefined = slice;
  for (let position = 0; position < count; position += 1) {
    if (position > 0) current = enterReference(scope, current);
    if (current === undefined) return undefined;
    const chunk = loadChunk(scope, current);
    if (chunk === undefined) return undefined;
    chunks.push(chunk);
  }
  return {
    kind: 'object',
    type: 'text',
    fields: [
      { name: 'chunks', value: count },
      { name: 'rest', value: nest(chunks) },
    ],
  };
}

function loadChunk(scope: DecodeScope, slice: CellSlice): Chunk | undefined {
  if (slice.remainingBits < 8) return undefined;
  const length = slice.loadUint(8);
  if (slice.remainingBits < length * 8 || !scope.budget.addOutput(length * 2)) return undefined;
  return { length, data: { kind: 'bits', bits: slice.loadBits(length * 8), bitLength: length * 8 } };
}

function nest(chunks: readonly Chunk[]): DecodedObject {
  let next: DecodedObject = { kind: 'object', type: 'chunk_ref_empty', fields: [] };
  let text: DecodedObject = { kind: 'object', type: 'text_chunk_empty', fields: [] };
  for (const { length, data } of chunks.toReversed()) {
    text = {
      kind: 'object',
      type: 'text_chunk',
      fields: [
        { name: 'len', value: length },
        { name: 'data', value: data },
        { name: 'next', value: next },
      ],
    };
    next = { kind: 'object', type: 'chunk_ref', fields: [{ name: 'ref', value: text }] };
  }
  return text;
}
