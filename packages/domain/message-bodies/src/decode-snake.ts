import { isUtf8 } from 'node:buffer';
import type { CellSlice } from '@tonriver/boc';
import { type DecodeScope, enterReference, type UnresolvedText } from './decode-scope.ts';

/** The first characters of the base64 of every bag of cells. */
const bagPrefix = 'te6c';

/**
 * The bytes of a snake: those of the cell and, while it has exactly one reference, of the cells after it. A last piece
 * of fewer than eight bits is padded with zeros, as the deployed decoder pads it. `undefined` if a cell has two
 * references, is exotic, or a bound is exceeded. Consumes the slice.
 */
export function loadSnakeBytes(scope: Pick<DecodeScope, 'budget'>, slice: CellSlice): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let current = slice;
  for (;;) {
    const bitLength = current.remainingBits;
    if (bitLength > 0) pieces.push(current.loadBits(bitLength).subarray(0, (bitLength + 7) >>> 3));
    if (current.remainingRefs === 0) break;
    if (current.remainingRefs > 1) return undefined;
    const next = enterReference(scope, current);
    if (next === undefined) return undefined;
    current = next;
  }
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  return scope.budget.addOutput(bytes.length) ? bytes : undefined;
}

/** Decodes a SnakeString: a snake whose bytes are UTF-8. */
export function decodeSnakeText(scope: DecodeScope, slice: CellSlice): UnresolvedText | undefined {
  const bytes = loadSnakeBytes(scope, slice);
  if (bytes === undefined || !isUtf8(bytes)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const node: UnresolvedText = { kind: 'text', text };
  if (text.startsWith(bagPrefix)) scope.pending.push({ kind: 'text', node });
  return node;
}
