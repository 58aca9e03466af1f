import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import type { JsonValue } from '../json-value.ts';
import type { BodyType, Constructor, Field } from '../schema-language.ts';

/** Numbers from a seed, uniform in [0, limit). */
export type Random = (limit: number) => number;

export interface SampleBody {
  readonly cell: Cell;
  /** The output of the deployed API for it, by its documentation and not by the renderer. */
  readonly json: JsonValue;
}

type Json = Record<string, JsonValue>;

/** Below this depth there is nothing more in a Maybe, so that types that contain themselves end. */
const maybeDepthMax = 8;
/** Longer bytes with a length of their own might not fit into the cell. */
const lengthMax = 20;

/** A generator of the family of xorshift: good enough to vary samples, the same everywhere. */
export function createRandom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

/** A body of this constructor with random values, and how it must be printed. */
export function sampleBody(constructor: Constructor, random: Random): SampleBody {
  const builder = new CellBuilder();
  const json = sampleConstructor(constructor, builder, random, 0);
  return { cell: builder.endCell(), json };
}

function sampleConstructor(constructor: Constructor, builder: CellBuilder, random: Random, depth: number): Json {
  if (constructor.tagBits > 0) builder.storeUint(constructor.tag, constructor.tagBits);
  const json: Json = constructor.name === undefined ? {} : { '@type': constructor.name };
  for (const field of constructor.fields) {
    const { when } = field;
    if (when !== undefined) {
      const flags = Number(json[when.field]);
      if (when.bit === undefined ? flags === 0 : ((flags >>> when.bit) & 1) === 0) continue;
    }
    const isLength = constructor.fields.some(
      ({ type }) => type.kind === 'sized_bytes' && type.lengthField === field.name,
    );
    json[field.name] = sampleField(isLength ? { ...field, max: lengthMax } : field, json, builder, random, depth);
  }
  return json;
}

function sampleField(field: Field, before: Json, builder: CellBuilder, random: Random, depth: number): JsonValue {
  if (field.type.kind === 'uint' && (field.min !== undefined || field.max !== undefined)) {
    const { min = 0, max = 2 ** field.type.bits - 1 } = field;
    const value = min + random(max - min + 1);
    builder.storeUint(value, field.type.bits);
    return String(value);
  }
  if (field.type.kind === 'sized_bytes') {
    return sampleBits(Number(before[field.type.lengthField]) * 8, builder, random);
  }
  return sample(field.type, builder, random, depth);
}

function sample(type: BodyType, builder: CellBuilder, random: Random, depth: number): JsonValue {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return sampleInteger(type.bits, type.kind === 'int', builder, random);
    case 'bool': {
      const value = random(2) === 1;
      builder.storeBit(value);
      return value;
    }
    case 'bits':
      return sampleBits(type.bits, builder, random);
    case 'sized_bytes':
      throw new Error('A field knows the length, a type does not');
    case 'var_uint':
      return sampleVarUint(type.lengthBits, type.wrapper, builder, random);
    case 'maybe':
      return sampleMaybe(type.value, builder, random, depth);
    case 'inverted_maybe':
      return sampleInvertedMaybe(type.value, builder, random, depth);
    case 'either': {
      const isSecond = random(2) === 1;
      builder.storeBit(isSecond);
      const value = sampleArgument(isSecond ? type.second : type.first, builder, random, depth);
      return { '@type': isSecond ? 'second_from_either' : 'first_from_either', value };
    }
    case 'rest': {
      const { cell, json } = sampleNestedBody(random, remainingRoom(builder));
      builder.storeCell(cell);
      return json;
    }
    case 'cell': {
      const { cell, json } = sampleNestedBody(random, 1023);
      builder.storeRef(cell);
      return json;
    }
    case 'reference': {
      const inner = new CellBuilder();
      const json = sample(type.value, inner, random, depth + 1);
      builder.storeRef(inner.endCell());
      return json;
    }
    case 'argument':
      return sampleArgument(type.value, builder, random, depth);
    case 'address':
      return sampleAddress(type.isExternalAllowed, type.isInternalAllowed, builder, random);
    case 'snake_text':
      return sampleText(builder, random);
    case 'hashmap':
      return sampleHashmap(type, builder, random, depth);
    case 'union':
      return sampleUnion(type.constructors, builder, random, depth);
    case 'lazy':
      return sample(type.type(), builder, random, depth + 1);
    case 'out_list':
      return sampleOutList(type, builder, random, depth);
    case 'wallet_messages':
      return sampleWalletMessages(type.pair, builder, random, depth);
    case 'by_references':
      return sample(depth < 3 && builder.refCount < 4 ? type.some : type.none, builder, random, depth);
    case 'chunked_text':
      return sampleChunkedText(builder, random);
    default:
      return type satisfies never;
  }
}

function sampleArgument(type: BodyType, builder: CellBuilder, random: Random, depth: number): JsonValue {
  const json = sample(type, builder, random, depth);
  return type.kind === 'reference' ? { cell_reference: json } : json;
}

function sampleUnion(
  constructors: readonly Constructor[],
  builder: CellBuilder,
  random: Random,
  depth: number,
): JsonValue {
  // Types that contain themselves end with their first constructor.
  const index = depth > 3 ? 0 : random(constructors.length);
  return sampleConstructor(constructors[index]!, builder, random, depth);
}

function sampleMaybe(type: BodyType, builder: CellBuilder, random: Random, depth: number): JsonValue {
  const isThere = random(3) > 0 && depth < maybeDepthMax;
  builder.storeBit(isThere);
  if (!isThere) return { '@type': 'nothing_from_maybe' };
  return { '@type': 'something_from_maybe', value: sampleArgument(type, builder, random, depth) };
}

function sampleInvertedMaybe(type: BodyType, builder: CellBuilder, random: Random, depth: number): JsonValue {
  const isThere = random(2) === 0 && depth < maybeDepthMax;
  builder.storeBit(!isThere);
  if (!isThere) return { '@type': 'nothing_from_inverted_maybe' };
  return { '@type': 'just_from_inverted_maybe', value: sampleArgument(type, builder, random, depth) };
}

function sampleInteger(bits: number, isSigned: boolean, builder: CellBuilder, random: Random): string {
  let value = 0n;
  for (let bit = 0; bit < bits; bit += 1) value = (value << 1n) | BigInt(random(2));
  builder.storeUint(value, bits);
  return String(isSigned ? BigInt.asIntN(bits, value) : value);
}

function sampleBits(count: number, builder: CellBuilder, random: Random): string {
  const bytes = Uint8Array.from({ length: (count + 7) >> 3 }, () => random(256));
  builder.storeBits(bytes, count);
  let binary = '';
  for (const byte of bytes) binary += byte.toString(2).padStart(8, '0');
  return bitsJson(binary.slice(0, count));
}

/** Hexadecimal of a text of zeros and ones, completed by a one where it ends inside a digit. */
function bitsJson(binary: string): string {
  const isCompleted = binary.length % 4 !== 0;
  const padded = isCompleted ? `${binary}1`.padEnd(Math.ceil(binary.length / 4) * 4, '0') : binary;
  const digits = [...padded.matchAll(/.{4}/g)].map(([digit]) => Number.parseInt(digit, 2).toString(16).toUpperCase());
  return digits.join('') + (isCompleted ? '_' : '');
}

function sampleVarUint(lengthBits: number, wrapper: string, builder: CellBuilder, random: Random): JsonValue {
  const byteLength = random(9);
  builder.storeUint(byteLength, lengthBits);
  let value = 0n;
  for (let index = 0; index < byteLength; index += 1) {
    const byte = random(256);
    builder.storeUint(byte, 8);
    value = (value << 8n) | BigInt(byte);
  }
  const json = { '@type': 'var_uint', len: String(byteLength), value: String(value) };
  return wrapper === 'none' ? json : { '@type': wrapper, amount: json };
}

function sampleAddress(isExternal: boolean, isInternal: boolean, builder: CellBuilder, random: Random): JsonValue {
  const forms = [...(isExternal ? ['none', 'extern'] : []), ...(isInternal ? ['std', 'std', 'anycast', 'var'] : [])];
  const form = forms[random(forms.length)];
  if (form === 'none') {
    builder.storeUint(0, 2);
    return { '@type': 'addr_none' };
  }
  if (form === 'extern') {
    builder.storeUint(1, 2).storeUint(13, 9);
    return { '@type': 'addr_external', len: '13', external_address: sampleBits(13, builder, random) };
  }
  if (form === 'var') {
    builder.storeUint(3, 2).storeBit(false).storeUint(64, 9).storeInt(-7, 32);
    const anycast = { '@type': 'nothing_from_maybe' };
    const bits = sampleBits(64, builder, random);
    return { '@type': 'addr_var', anycast, addr_len: '64', workchain_id: '-7', address: bits };
  }
  builder.storeUint(2, 2).storeBit(form === 'anycast');
  let anycast: Json = { '@type': 'nothing_from_maybe' };
  if (form === 'anycast') {
    builder.storeUint(5, 5);
    const prefix = sampleBits(5, builder, random);
    anycast = {
      '@type': 'something_from_maybe',
      value: { '@type': 'anycast_info', depth: '5', rewrite_pfx: prefix },
    };
  }
  builder.storeInt(-1, 8);
  return { '@type': 'addr_std', anycast, workchain_id: '-1', address: sampleBits(256, builder, random) };
}

const texts = ['', 'hi', 'На покупку Dust', 'a'.repeat(100), '"quoted" \\ and \n'];

function sampleText(builder: CellBuilder, random: Random): string {
  const text = texts[random(texts.length)]!;
  const bytes = Buffer.from(text);
  const here = Math.min(bytes.length, (remainingRoom(builder) >> 3) - 1);
  builder.storeBytes(bytes.subarray(0, here));
  if (here < bytes.length) builder.storeRef(new CellBuilder().storeBytes(bytes.subarray(here)).endCell());
  return text;
}

/** A body for a cell that may hold one: none, a comment, an excess, or something that is no body. */
function sampleNestedBody(random: Random, room: number): SampleBody {
  const builder = new CellBuilder();
  switch (random(room > 100 ? 4 : 2)) {
    case 0:
      return { cell: builder.endCell(), json: { '@type': 'empty_cell' } };
    case 1: {
      const cell = builder.storeUint(random(256), 8).endCell();
      return { cell, json: Buffer.from(writeBag([cell], { crc: true })).toString('base64') };
    }
    case 2:
      builder.storeUint(0, 32).storeBytes(Buffer.from('hi'));
      return { cell: builder.endCell(), json: { '@type': 'text_comment', text: 'hi' } };
    default:
      builder.storeUint(0xd53276db, 32).storeUint(7, 64);
      return { cell: builder.endCell(), json: { '@type': 'excess', query_id: '7' } };
  }
}

function remainingRoom(builder: CellBuilder): number {
  return 1023 - builder.bitLength;
}

type HashmapType = Extract<BodyType, { readonly kind: 'hashmap' }>;

function sampleHashmap(type: HashmapType, builder: CellBuilder, random: Random, depth: number): JsonValue {
  if (!type.isOptional) return sampleEdge(type, builder, random, depth, random(2) === 0);
  const isThere = random(2) === 1;
  builder.storeBit(isThere);
  if (!isThere) return { '@type': 'hashmap_empty' };
  const root = new CellBuilder();
  const json = sampleEdge(type, root, random, depth, random(2) === 0);
  builder.storeRef(root.endCell());
  return { '@type': 'hashmap_root', root: json };
}

/** One leaf, or a fork after an empty label with one leaf on each side. */
function sampleEdge(
  type: HashmapType,
  builder: CellBuilder,
  random: Random,
  depth: number,
  isFork: boolean,
): JsonValue {
  if (!isFork) {
    const label = sampleLabel(type.keyBits, builder, random);
    return { '@type': 'hashmap_edge', label, node: sampleLeaf(type.value, builder, random, depth) };
  }
  builder.storeUint(0, 2);
  const sides = ['left', 'right'].map((side): [string, JsonValue] => {
    const edge = new CellBuilder();
    const shorter = { ...type, keyBits: type.keyBits - 1 };
    const json = sampleEdge(shorter, edge, random, depth, false);
    builder.storeRef(edge.endCell());
    return [side, json];
  });
  const label = { '@type': 'hashmap_label_short', len: { '@type': 'unary_zero' }, s: '' };
  return { '@type': 'hashmap_edge', label, node: { '@type': 'hashmap_node_fork', ...Object.fromEntries(sides) } };
}

function sampleLeaf(type: BodyType, builder: CellBuilder, random: Random, depth: number): JsonValue {
  return { '@type': 'hashmap_node_leaf', value: sampleArgument(type, builder, random, depth + 1) };
}

function sampleLabel(keyBits: number, builder: CellBuilder, random: Random): JsonValue {
  const width = 32 - Math.clz32(keyBits);
  if (random(2) === 0) {
    builder.storeUint(2, 2).storeUint(keyBits, width);
    return { '@type': 'hashmap_label_long', n: String(keyBits), s: sampleBits(keyBits, builder, random) };
  }
  builder.storeUint(3, 2).storeBit(true).storeUint(keyBits, width);
  return { '@type': 'hashmap_label_same', v: { bit: '1' }, n: String(keyBits) };
}

function sampleOutList(
  type: Extract<BodyType, { readonly kind: 'out_list' }>,
  builder: CellBuilder,
  random: Random,
  depth: number,
): JsonValue {
  const count = type.countMin + random(3);
  let json: JsonValue = { '@type': 'out_list_empty' };
  let previous = new CellBuilder();
  for (let position = 0; position < count; position += 1) {
    const next = position === count - 1 ? builder : new CellBuilder();
    next.storeRef(previous.endCell());
    json = { '@type': 'out_list', prev: json, action: sample(type.action, next, random, depth + 1) };
    previous = next;
  }
  return json;
}

function sampleWalletMessages(pair: BodyType, builder: CellBuilder, random: Random, depth: number): JsonValue {
  const count = random(5);
  const json: Json = { '@type': `msgs_${count}` };
  for (let position = 1; position <= count; position += 1) {
    json[`msg_${position}`] = sample(pair, builder, random, depth + 1);
  }
  return json;
}

function sampleChunkedText(builder: CellBuilder, random: Random): JsonValue {
  const count = random(3);
  builder.storeUint(count, 8);
  const chunk = (target: CellBuilder, left: number): JsonValue => {
    if (left === 0) return { '@type': 'text_chunk_empty' };
    target.storeUint(5, 8);
    const data = sampleBits(40, target, random);
    if (left === 1) return { '@type': 'text_chunk', len: '5', data, next: { '@type': 'chunk_ref_empty' } };
    const inner = new CellBuilder();
    const ref = chunk(inner, left - 1);
    target.storeRef(inner.endCell());
    return { '@type': 'text_chunk', len: '5', data, next: { '@type': 'chunk_ref', ref } };
  };
  return { '@type': 'text', chunks: String(count), rest: chunk(builder, count) };
}
