import type { Cell } from '@tonriver/boc';
import { ChainModelError } from '../errors.ts';
import { labelLengthBits } from './dictionary-label.ts';
import { bitAt, readBits, sliceBits, writeBits } from './key-bits.ts';

/** One node of a dictionary built of heap cells, with its label read. */
export interface HeapNode {
  readonly cell: Cell;
  /** The label's bits, left aligned. */
  readonly label: Uint8Array;
  readonly labelLength: number;
  /** End of the label. After it comes the leaf's content, or the fork's extra. */
  readonly bitOffset: number;
  readonly isLeaf: boolean;
}

/** Reads the label of a node where `left` bits of the key are left. Throws `ChainModelError` `bad_dictionary`. */
export function readHeapNode(cell: Cell, left: number): HeapNode {
  if (cell.type !== 'ordinary') throw badNode('A node of a dictionary is an exotic cell', cell);
  const { bits, bitLength } = cell;
  const lengthBits = labelLengthBits(left);
  const checkEnd = (end: number): void => {
    if (end > bitLength) throw badNode('A label ends behind its cell', cell);
  };
  checkEnd(2);
  let position: number;
  let labelLength = 0;
  let label: Uint8Array;
  if (bitAt(bits, 0) === 0) {
    position = 1;
    while (position < bitLength && bitAt(bits, position) === 1) position++;
    labelLength = position - 1;
    position++;
    checkEnd(position + labelLength);
    label = sliceBits(bits, position, labelLength);
    position += labelLength;
  } else if (bitAt(bits, 1) === 0) {
    checkEnd(2 + lengthBits);
    labelLength = readBits(bits, 2, lengthBits);
    position = 2 + lengthBits;
    checkEnd(position + labelLength);
    label = sliceBits(bits, position, labelLength);
    position += labelLength;
  } else {
    checkEnd(3 + lengthBits);
    labelLength = readBits(bits, 3, lengthBits);
    position = 3 + lengthBits;
    label = new Uint8Array((labelLength + 7) >> 3);
    if (bitAt(bits, 2) === 1) {
      for (let index = 0; index < labelLength; index++) writeBits(label, index, 1, 1);
    }
  }
  if (labelLength > left) throw badNode('A label is longer than what is left of the key', cell);
  const isLeaf = labelLength === left;
  if (!isLeaf && cell.refs.length < 2) throw badNode('A fork does not have two references', cell);
  return { cell, label, labelLength, bitOffset: position, isLeaf };
}

function badNode(message: string, cell: Cell): ChainModelError {
  return new ChainModelError('bad_dictionary', message, { bits: cell.bitLength, references: cell.refs.length });
}
