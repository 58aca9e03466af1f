import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { ChainModelError } from '../errors.ts';
import { bitAt, readBits, writeBits } from './key-bits.ts';

/*
 * hml_short$0 {m:#} {n:#} len:(Unary ~n) {n <= m} s:(n * Bit) = HmLabel ~n m;
 * hml_long$10 {m:#} n:(#<= m) s:(n * Bit) = HmLabel ~n m;
 * hml_same$11 {m:#} v:Bit n:(#<= m) = HmLabel ~n m;
 *
 * With k = bits of (#<= m), a label of n bits takes 2n + 2 bits as short, 2 + k + n as long, 3 + k as same. The node
 * writes the shortest; of equally long ones it prefers short. (Same is never as long as long for n > 1.)
 */

export type LabelForm = 'short' | 'long' | 'same';

/** Bits that `n:(#<= max)` takes. */
export function labelLengthBits(max: number): number {
  return 32 - Math.clz32(max);
}

/** The form in which the node writes a label of `length` bits where at most `max` are left of the key. */
export function canonicalLabelForm(length: number, max: number, isUniform: boolean): LabelForm {
  const lengthBits = labelLengthBits(max);
  if (isUniform && length > 1 && lengthBits < 2 * length - 1) return 'same';
  return lengthBits < length ? 'long' : 'short';
}

function badLabel(length: number, max: number): ChainModelError {
  return new ChainModelError('bad_dictionary', 'A label is longer than what is left of the key', { length, max });
}

/**
 * Reads a label into `key` at bit `position`, where at most `max` bits are left, and returns its length.
 * Sets `slice.sawNonCanonical` when the node would have written it in another form.
 * Throws `ChainModelError` `bad_dictionary` for a label that does not fit.
 */
export function loadLabel(slice: CellSlice, key: Uint8Array, position: number, max: number): number {
  const form = slice.loadUint(2);
  if (form === 0b00) return 0;
  const lengthBits = 32 - Math.clz32(max);
  if (form === 0b01) {
    let length = 1;
    while (slice.loadBit()) length++;
    if (length > max) throw badLabel(length, max);
    const isUniform = loadLabelBits(slice, key, position, length);
    if (lengthBits < length || (isUniform && length > 1 && lengthBits < 2 * length - 1)) slice.sawNonCanonical = true;
    return length;
  }
  if (form === 0b10) {
    const length = slice.loadUint(lengthBits);
    if (length > max) throw badLabel(length, max);
    const isUniform = loadLabelBits(slice, key, position, length);
    if (lengthBits >= length || isUniform) slice.sawNonCanonical = true;
    return length;
  }
  const piece = slice.loadBit() ? 0xffffff : 0;
  const length = slice.loadUint(lengthBits);
  if (length > max) throw badLabel(length, max);
  for (let done = 0; done < length; done += 24) {
    writeBits(key, position + done, piece, length - done < 24 ? length - done : 24);
  }
  if (length < 2 || lengthBits >= 2 * length - 1) slice.sawNonCanonical = true;
  return length;
}

/** Copies label bits into the key; true when all of them are equal (never for an empty label). */
function loadLabelBits(slice: CellSlice, key: Uint8Array, position: number, length: number): boolean {
  const end = position + length;
  let at = position;
  // The first bits fill a byte of the key: behind them it can be written by whole bytes.
  const head = Math.min(-at & 7, length);
  if (head > 0) writeBits(key, at, slice.loadUint(head), head);
  for (at += head; at + 32 <= end; at += 32) {
    const bits = slice.loadUint(32);
    key[at >> 3] = bits >>> 24;
    key[(at >> 3) + 1] = bits >>> 16;
    key[(at >> 3) + 2] = bits >>> 8;
    key[(at >> 3) + 3] = bits;
  }
  for (; at < end; at += 8) {
    const count = Math.min(8, end - at);
    writeBits(key, at, slice.loadUint(count), count);
  }
  return isUniformRun(key, position, length);
}

/** Writes `length` bits of `key` from `position` as a label in the node's form, where `max` bits are left. */
export function storeLabel(builder: CellBuilder, key: Uint8Array, position: number, length: number, max: number): void {
  const lengthBits = labelLengthBits(max);
  const form = canonicalLabelForm(length, max, isUniformRun(key, position, length));
  if (form === 'same') {
    builder.storeUint(3, 2).storeBit(bitAt(key, position));
    if (lengthBits > 0) builder.storeUint(length, lengthBits);
    return;
  }
  if (form === 'long') {
    builder.storeUint(2, 2).storeUint(length, lengthBits);
  } else {
    builder.storeBit(0);
    for (let index = 0; index < length; index++) builder.storeBit(1);
    builder.storeBit(0);
  }
  for (let done = 0; done < length; done += 24) {
    const count = Math.min(24, length - done);
    builder.storeUint(readBits(key, position + done, count), count);
  }
}

function isUniformRun(key: Uint8Array, position: number, length: number): boolean {
  if (length === 0) return false;
  const first = bitAt(key, position);
  for (let index = 1; index < length; index++) {
    if (bitAt(key, position + index) !== first) return false;
  }
  return true;
}
