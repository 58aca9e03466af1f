import type { CellSlice } from '@tonriver/boc';
import { decodeAddress } from './decode-address.ts';
import { type DecodeBudget, decodeLimits } from './decode-budget.ts';
import { decodeChunkedText } from './decode-chunked-text.ts';
import { decodeHashmap, decodeHashmapE } from './decode-hashmap.ts';
import { decodeOutList } from './decode-out-list.ts';
import { type DecodeScope, enterReference, type Pending, type UnresolvedCell } from './decode-scope.ts';
import { decodeSnakeText } from './decode-snake.ts';
import type { DecodedField, DecodedObject, DecodedValue, DecodedVarUint } from './decoded-value.ts';
import type { BodyType, Constructor, Field, FieldCondition } from './schema-language.ts';

/** The content of a cell node until it is resolved. Never returned to callers. */
const unresolved = { kind: 'unknown', reason: 'not resolved' } as const;

/**
 * Reads one constructor with its tag; undefined if the cell does not contain it, or a limit is exceeded. The caller
 * handles the rest of the slice. Cells that may be bodies themselves are added to `pending`. Never throws: every read
 * is preceded by a check of the remaining bits.
 */
export function decodeConstructor(
  constructor: Constructor,
  slice: CellSlice,
  environment: { readonly budget: DecodeBudget; readonly pending: Pending[] },
): DecodedObject | undefined {
  const { budget, pending } = environment;
  return decodeFields({ budget, pending, referenceDepth: 0, decode: decodeValue }, constructor, slice);
}

function decodeFields(scope: DecodeScope, constructor: Constructor, slice: CellSlice): DecodedObject | undefined {
  const { tagBits } = constructor;
  if (tagBits > 0) {
    if (slice.remainingBits < tagBits || slice.loadUint(tagBits) !== constructor.tag) return undefined;
  }
  const fields: DecodedField[] = [];
  for (const field of constructor.fields) {
    if (field.when !== undefined && !isPresent(fields, field.when)) continue;
    const value =
      field.type.kind === 'sized_bytes'
        ? decodeSizedBytes(scope, slice, numberOf(fields, field.type.lengthField))
        : decodeValue(scope, field.type, slice);
    if (value === undefined || !isWithin(field, value)) return undefined;
    fields.push({ name: field.name, value });
  }
  return { kind: 'object', type: constructor.name, fields };
}

function isPresent(fields: readonly DecodedField[], { field, bit }: FieldCondition): boolean {
  const value = numberOf(fields, field);
  return bit === undefined ? value !== 0 : ((value >>> bit) & 1) === 1;
}

function numberOf(fields: readonly DecodedField[], name: string): number {
  const value = fields.find((field) => field.name === name)?.value;
  return typeof value === 'number' ? value : 0;
}

function isWithin({ min, max }: Field, value: DecodedValue): boolean {
  if (min === undefined && max === undefined) return true;
  return typeof value === 'number' && value >= (min ?? value) && value <= (max ?? value);
}

function decodeValue(scope: DecodeScope, type: BodyType, slice: CellSlice): DecodedValue | undefined {
  switch (type.kind) {
    case 'uint':
      if (slice.remainingBits < type.bits) return undefined;
      return type.bits <= 32 ? slice.loadUint(type.bits) : slice.loadUintBig(type.bits);
    case 'int':
      if (slice.remainingBits < type.bits) return undefined;
      return type.bits <= 32 ? slice.loadInt(type.bits) : slice.loadIntBig(type.bits);
    case 'bool':
      return slice.remainingBits < 1 ? undefined : slice.loadBit();
    case 'bits':
      return decodeBits(scope, slice, type.bits);
    case 'sized_bytes':
      // Possible only in a field, where its length is known.
      return undefined;
    case 'var_uint':
      return decodeVarUint(slice, type.lengthBits, type.wrapper);
    case 'maybe':
      return decodeMaybe(scope, type.value, slice);
    case 'inverted_maybe':
      return decodeInvertedMaybe(scope, type.value, slice);
    case 'either':
      return decodeEither(scope, type, slice);
    case 'rest':
      return decodeRest(scope, slice);
    case 'cell':
      return decodeCell(scope, slice);
    case 'reference':
      return decodeReference(scope, type.value, slice);
    case 'argument':
      return decodeArgument(scope, type.value, slice);
    case 'address':
      return decodeAddress(type, slice);
    case 'snake_text':
      return decodeSnakeText(scope, slice);
    case 'hashmap':
      return (type.isOptional ? decodeHashmapE : decodeHashmap)(scope, slice, type.keyBits, type.value);
    case 'union':
      return decodeUnion(scope, type.constructors, slice);
    case 'lazy':
      return decodeValue(scope, type.type(), slice);
    case 'out_list':
      return decodeOutList(scope, slice, type);
    case 'wallet_messages':
      return decodeWalletMessages(scope, type.pair, slice);
    case 'by_references':
      return decodeValue(scope, slice.remainingRefs > 0 ? type.some : type.none, slice);
    case 'chunked_text':
      return decodeChunkedText(scope, slice);
    default:
      return type satisfies never;
  }
}

function decodeBits(scope: DecodeScope, slice: CellSlice, count: number): DecodedValue | undefined {
  if (slice.remainingBits < count || !scope.budget.addOutput(count >>> 2)) return undefined;
  return { kind: 'bits', bits: slice.loadBits(count), bitLength: count };
}

function decodeSizedBytes(scope: DecodeScope, slice: CellSlice, length: number): DecodedValue | undefined {
  return decodeBits(scope, slice, length * 8);
}

/** `var_uint$_ {n:#} len:(#< n) value:(uint (len * 8)) = VarUInteger n;` */
function decodeVarUint(
  slice: CellSlice,
  lengthBits: number,
  wrapper: DecodedVarUint['wrapper'],
): DecodedVarUint | undefined {
  if (slice.remainingBits < lengthBits) return undefined;
  const byteLength = slice.loadUint(lengthBits);
  if (slice.remainingBits < byteLength * 8) return undefined;
  const value = byteLength === 0 ? 0n : slice.loadUintBig(byteLength * 8);
  return { kind: 'var_uint', wrapper, byteLength, value };
}

function decodeMaybe(scope: DecodeScope, type: BodyType, slice: CellSlice): DecodedValue | undefined {
  if (slice.remainingBits < 1) return undefined;
  if (!slice.loadBit()) return { kind: 'maybe', value: undefined };
  const value = decodeArgument(scope, type, slice);
  return value === undefined ? undefined : { kind: 'maybe', value };
}

/** `nothing_from_inverted_maybe$1 = InvertedMaybe X; just_from_inverted_maybe$0 value:X = InvertedMaybe X;` */
function decodeInvertedMaybe(scope: DecodeScope, type: BodyType, slice: CellSlice): DecodedObject | undefined {
  if (slice.remainingBits < 1) return undefined;
  if (slice.loadBit()) return { kind: 'object', type: 'nothing_from_inverted_maybe', fields: [] };
  const value = decodeArgument(scope, type, slice);
  if (value === undefined) return undefined;
  return { kind: 'object', type: 'just_from_inverted_maybe', fields: [{ name: 'value', value }] };
}

function decodeEither(
  scope: DecodeScope,
  type: { readonly first: BodyType; readonly second: BodyType },
  slice: CellSlice,
): DecodedValue | undefined {
  if (slice.remainingBits < 1) return undefined;
  const isSecond = slice.loadBit();
  const value = decodeArgument(scope, isSecond ? type.second : type.first, slice);
  return value === undefined ? undefined : { kind: 'either', side: isSecond ? 'second' : 'first', value };
}

/** A typed reference is marked as such if it is the argument of another type, but not if it is a field. */
function decodeArgument(scope: DecodeScope, type: BodyType, slice: CellSlice): DecodedValue | undefined {
  const value = decodeValue(scope, type, slice);
  return value !== undefined && type.kind === 'reference' ? { kind: 'reference', value } : value;
}

function decodeRest(scope: DecodeScope, slice: CellSlice): DecodedValue {
  const node: UnresolvedCell = { kind: 'cell', body: unresolved, boc: undefined };
  scope.pending.push({ kind: 'slice', node, slice: slice.clone() });
  slice.skipBits(slice.remainingBits);
  slice.skipRefs(slice.remainingRefs);
  return node;
}

function decodeCell(scope: DecodeScope, slice: CellSlice): DecodedValue | undefined {
  if (slice.remainingRefs === 0) return undefined;
  const node: UnresolvedCell = { kind: 'cell', body: unresolved, boc: undefined };
  scope.pending.push({ kind: 'cell', node, bag: slice.bag, cell: slice.loadRef() });
  return node;
}

function decodeReference(scope: DecodeScope, type: BodyType, slice: CellSlice): DecodedValue | undefined {
  if (scope.referenceDepth >= decodeLimits.referenceDepthMax) return undefined;
  const inner = enterReference(scope, slice);
  if (inner === undefined) return undefined;
  scope.referenceDepth += 1;
  const value = decodeValue(scope, type, inner);
  scope.referenceDepth -= 1;
  return value;
}

function decodeUnion(
  scope: DecodeScope,
  constructors: readonly Constructor[],
  slice: CellSlice,
): DecodedObject | undefined {
  for (const constructor of constructors) {
    const { tagBits } = constructor;
    if (slice.remainingBits < tagBits) continue;
    if (tagBits === 0 || slice.preloadUint(tagBits) === constructor.tag) return decodeFields(scope, constructor, slice);
  }
  return undefined;
}

/** `msgs_2#_ msg_1:ModeWithMessage msg_2:ModeWithMessage = WalletV1toV4Msgs 2;` and so on for 0 to 4. */
function decodeWalletMessages(scope: DecodeScope, pair: BodyType, slice: CellSlice): DecodedObject | undefined {
  const count = slice.remainingRefs;
  const fields: DecodedField[] = [];
  for (let position = 1; position <= count; position += 1) {
    const value = decodeValue(scope, pair, slice);
    if (value === undefined) return undefined;
    fields.push({ name: `msg_${position}`, value });
  }
  return { kind: 'object', type: `msgs_${count}`, fields };
}
