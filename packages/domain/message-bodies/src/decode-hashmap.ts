import type { CellSlice } from '@tonriver/boc';
import { type DecodeScope, enterReference } from './decode-scope.ts';
import type { DecodedField, DecodedObject, DecodedValue } from './decoded-value.ts';
import type { BodyType } from './schema-language.ts';

const object = (type: string, ...fields: readonly DecodedField[]): DecodedObject => ({ kind: 'object', type, fields });

/**
 * ```tlb
 * hashmap_empty$0 {n:#} {X:Type} = HashmapE n X;
 * hashmap_root$1 {n:#} {X:Type} root:^(Hashmap n X) = HashmapE n X;
 * ```
 * Decodes the stored tree, with keys in parts in the labels, because the deployed API prints it.
 */
export function decodeHashmapE(
  scope: DecodeScope,
  slice: CellSlice,
  keyBits: number,
  value: BodyType,
): DecodedObject | undefined {
  if (slice.remainingBits < 1) return undefined;
  if (!slice.loadBit()) return object('hashmap_empty');
  const root = decodeSubtree(scope, slice, keyBits, value);
  return root === undefined ? undefined : object('hashmap_root', { name: 'root', value: root });
}

/**
 * ```tlb
 * hashmap_edge#_ {n:#} {X:Type} {l:#} {m:#} label:(HmLabel ~l n) {n = (~m) + l} node:(HashmapNode m X) = Hashmap n X;
 * hashmap_node_leaf#_ {X:Type} value:X = HashmapNode 0 X;
 * hashmap_node_fork#_ {n:#} {X:Type} left:^(Hashmap n X) right:^(Hashmap n X) = HashmapNode (n + 1) X;
 * ```
 */
export function decodeHashmap(
  scope: DecodeScope,
  slice: CellSlice,
  keyBits: number,
  value: BodyType,
): DecodedObject | undefined {
  const label = decodeLabel(slice, keyBits);
  if (label === undefined || !scope.budget.addOutput(label.length >>> 2)) return undefined;
  const node = decodeNode(scope, slice, keyBits - label.length, value);
  if (node === undefined) return undefined;
  return object('hashmap_edge', { name: 'label', value: label.value }, { name: 'node', value: node });
}

function decodeNode(
  scope: DecodeScope,
  slice: CellSlice,
  keyBits: number,
  valueType: BodyType,
): DecodedObject | undefined {
  if (keyBits === 0) {
    const value = scope.decode(scope, valueType, slice);
    if (value === undefined) return undefined;
    const isReference = valueType.kind === 'reference';
    return object('hashmap_node_leaf', { name: 'value', value: isReference ? { kind: 'reference', value } : value });
  }
  const left = decodeSubtree(scope, slice, keyBits - 1, valueType);
  if (left === undefined) return undefined;
  const right = decodeSubtree(scope, slice, keyBits - 1, valueType);
  if (right === undefined) return undefined;
  return object('hashmap_node_fork', { name: 'left', value: left }, { name: 'right', value: right });
}

function decodeSubtree(
  scope: DecodeScope,
  slice: CellSlice,
  keyBits: number,
  value: BodyType,
): DecodedObject | undefined {
  const subtree = enterReference(scope, slice);
  return subtree === undefined ? undefined : decodeHashmap(scope, subtree, keyBits, value);
}

interface Label {
  readonly length: number;
  readonly value: DecodedValue;
}

/**
 * ```tlb
 * hashmap_label_short$0 {m:#} {n:#} len:(Unary ~n) {n <= m} s:(n * Bit) = HmLabel ~n m;
 * hashmap_label_long$10 {m:#} n:(#<= m) s:(n * Bit) = HmLabel ~n m;
 * hashmap_label_same$11 {m:#} v:Bit n:(#<= m) = HmLabel ~n m;
 * ```
 */
function decodeLabel(slice: CellSlice, keyBits: number): Label | undefined {
  if (slice.remainingBits < 1) return undefined;
  if (!slice.loadBit()) return decodeShortLabel(slice, keyBits);
  if (slice.remainingBits < 1) return undefined;
  return slice.loadBit() ? decodeSameLabel(slice, keyBits) : decodeLongLabel(slice, keyBits);
}

function decodeShortLabel(slice: CellSlice, keyBits: number): Label | undefined {
  let length = 0;
  for (;;) {
    if (slice.remainingBits < 1) return undefined;
    if (!slice.loadBit()) break;
    length += 1;
    if (length > keyBits) return undefined;
  }
  if (slice.remainingBits < length) return undefined;
  const bits: DecodedValue = { kind: 'bits', bits: slice.loadBits(length), bitLength: length };
  return {
    length,
    value: object('hashmap_label_short', { name: 'len', value: unary(length) }, { name: 's', value: bits }),
  };
}

/** `unary_zero$0 = Unary ~0; unary_succ$1 {n:#} x:(Unary ~n) = Unary ~(n + 1);` */
function unary(length: number): DecodedObject {
  let value = object('unary_zero');
  for (let position = 0; position < length; position += 1) value = object('unary_succ', { name: 'x', value });
  return value;
}

function decodeLongLabel(slice: CellSlice, keyBits: number): Label | undefined {
  const length = loadAtMost(slice, keyBits);
  if (length === undefined || slice.remainingBits < length) return undefined;
  const bits: DecodedValue = { kind: 'bits', bits: slice.loadBits(length), bitLength: length };
  return { length, value: object('hashmap_label_long', { name: 'n', value: length }, { name: 's', value: bits }) };
}

function decodeSameLabel(slice: CellSlice, keyBits: number): Label | undefined {
  if (slice.remainingBits < 1) return undefined;
  // `_ bit:(## 1) = Bit;`
  const bit: DecodedObject = {
    kind: 'object',
    type: undefined,
    fields: [{ name: 'bit', value: slice.loadBit() ? 1 : 0 }],
  };
  const length = loadAtMost(slice, keyBits);
  if (length === undefined) return undefined;
  return { length, value: object('hashmap_label_same', { name: 'v', value: bit }, { name: 'n', value: length }) };
}

/** Reads `#<= max`, which has as many bits as the largest value needs. */
function loadAtMost(slice: CellSlice, max: number): number | undefined {
  const width = 32 - Math.clz32(max);
  if (width === 0) return 0;
  if (slice.remainingBits < width) return undefined;
  const value = slice.loadUint(width);
  return value <= max ? value : undefined;
}
