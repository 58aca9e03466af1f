/**
 * The language that describes bodies: plain data, interpreted by `decode-value.ts`. It has the features of TL-B that
 * schemas of message bodies use. A new protocol is a file of constructors in `schemas/`.
 */
export type BodyType =
  /** uintN, `## N`. */
  | { readonly kind: 'uint'; readonly bits: number }
  | { readonly kind: 'int'; readonly bits: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'bits'; readonly bits: number }
  /** `bits (8 * N)`, N being the value of an earlier field. */
  | { readonly kind: 'sized_bytes'; readonly lengthField: string }
  /** VarUInteger n as its byte length takes `lengthBits` bits, bare or named as an amount. */
  | { readonly kind: 'var_uint'; readonly lengthBits: number; readonly wrapper: 'none' | 'nanocoins' | 'nanograms' }
  | { readonly kind: 'maybe'; readonly value: BodyType }
  /** Maybe with its bit inverted, under the names of its constructors. */
  | { readonly kind: 'inverted_maybe'; readonly value: BodyType }
  | { readonly kind: 'either'; readonly first: BodyType; readonly second: BodyType }
  /** Cell or Any: the rest of the cell. */
  | { readonly kind: 'rest' }
  /** ^Cell. */
  | { readonly kind: 'cell' }
  /** ^T. */
  | { readonly kind: 'reference'; readonly value: BodyType }
  /** X, the parameter of a type such as `DedustProof X`. A reference in its place is printed as one. */
  | { readonly kind: 'argument'; readonly value: BodyType }
  | { readonly kind: 'address'; readonly isExternalAllowed: boolean; readonly isInternalAllowed: boolean }
  /** Bytes that continue in the only reference of each cell; must be UTF-8. */
  | { readonly kind: 'snake_text' }
  /** Hashmap n X, or HashmapE n X where `isOptional`. */
  | { readonly kind: 'hashmap'; readonly keyBits: number; readonly value: BodyType; readonly isOptional: boolean }
  /** A named type: the constructor whose tag is next. */
  | { readonly kind: 'union'; readonly constructors: readonly Constructor[] }
  /** A type that contains itself. */
  | { readonly kind: 'lazy'; readonly type: () => BodyType }
  /** OutList n, with at least `countMin` actions. */
  | { readonly kind: 'out_list'; readonly action: BodyType; readonly countMin: number }
  /** (mode, ^message) pairs, one for each remaining reference: at most four. */
  | { readonly kind: 'wallet_messages'; readonly pair: BodyType }
  /** The first type while references are left in the cell, else the second. */
  | { readonly kind: 'by_references'; readonly some: BodyType; readonly none: BodyType }
  /** Text of TEP-81: chunks of bytes. */
  | { readonly kind: 'chunked_text' };

/** The field is present only if a bit of an earlier field is set (`flags . 0?T`), or that field is not zero. */
export interface FieldCondition {
  readonly field: string;
  readonly bit?: number;
}

export interface Field {
  /** Empty for an unnamed field. */
  readonly name: string;
  readonly type: BodyType;
  /** The smallest and the largest value of an integer field (`{ flags <= 1 }`). */
  readonly min?: number;
  readonly max?: number;
  readonly when?: FieldCondition;
}

export interface Constructor {
  /** Undefined for an anonymous constructor. */
  readonly name: string | undefined;
  readonly tag: number;
  /** 32 for a body, 0 for a constructor without a tag. */
  readonly tagBits: number;
  readonly fields: readonly Field[];
}

/**
 * Constructors of bodies that are tried together. Groups are tried in the order of their numbers; a tag occurs at most
 * once in a group, so that a second constructor of a tag needs a later group.
 */
export interface BodyGroup {
  readonly order: number;
  readonly constructors: readonly Constructor[];
}

/** Positions in the order of attempts, besides the groups 0–11 for bodies of internal messages. */
export const groupOrder = { external: 12, forwardPayload: 13 } as const;

export const uint = (bits: number): BodyType => ({ kind: 'uint', bits });
export const int = (bits: number): BodyType => ({ kind: 'int', bits });
export const bits = (count: number): BodyType => ({ kind: 'bits', bits: count });
/** `bits (len * 8)`, `len` being an earlier field. */
export const sizedBytes = (lengthField: string): BodyType => ({ kind: 'sized_bytes', lengthField });
export const bool: BodyType = { kind: 'bool' };
/** VarUInteger 16. */
export const varUint16: BodyType = { kind: 'var_uint', lengthBits: 4, wrapper: 'none' };
/** VarUInteger 32. */
export const varUint32: BodyType = { kind: 'var_uint', lengthBits: 5, wrapper: 'none' };
export const coins: BodyType = { kind: 'var_uint', lengthBits: 4, wrapper: 'nanocoins' };
export const grams: BodyType = { kind: 'var_uint', lengthBits: 4, wrapper: 'nanograms' };
export const maybe = (value: BodyType): BodyType => ({ kind: 'maybe', value });
export const invertedMaybe = (value: BodyType): BodyType => ({ kind: 'inverted_maybe', value });
export const either = (first: BodyType, second: BodyType): BodyType => ({ kind: 'either', first, second });
/** Cell or Any, inline. */
export const rest: BodyType = { kind: 'rest' };
/** ^Cell. */
export const cell: BodyType = { kind: 'cell' };
/** ^T of a typed T, and ^Any. */
export const ref = (value: BodyType): BodyType => ({ kind: 'reference', value });
export const argument = (value: BodyType): BodyType => ({ kind: 'argument', value });
export const maybeCell: BodyType = maybe(cell);
/** Either Cell ^Cell. */
export const payload: BodyType = either(rest, cell);
/** MsgAddress: all four forms. */
export const address: BodyType = { kind: 'address', isExternalAllowed: true, isInternalAllowed: true };
/** MsgAddressInt: std and var. */
export const internalAddress: BodyType = { kind: 'address', isExternalAllowed: false, isInternalAllowed: true };
/** MsgAddressExt: none and extern. */
export const externalAddress: BodyType = { kind: 'address', isExternalAllowed: true, isInternalAllowed: false };
export const snakeText: BodyType = { kind: 'snake_text' };
export const hashmap = (keyBits: number, value: BodyType): BodyType => ({
  kind: 'hashmap',
  keyBits,
  value,
  isOptional: false,
});
export const hashmapE = (keyBits: number, value: BodyType): BodyType => ({
  kind: 'hashmap',
  keyBits,
  value,
  isOptional: true,
});
export const lazy = (type: () => BodyType): BodyType => ({ kind: 'lazy', type });
export const union = (...constructors: readonly Constructor[]): BodyType => ({ kind: 'union', constructors });

/** `name:type`; an empty name for `_:type`. */
export const field = (name: string, type: BodyType, options: Omit<Field, 'name' | 'type'> = {}): Field => ({
  name,
  type,
  ...options,
});

/** `query_id:uint64`, with which most bodies begin. */
export const queryId: Field = field('query_id', uint(64));

/** `name#tag fields`: a constructor of a body. */
export const constructor = (name: string, tag: number, fields: readonly Field[] = []): Constructor => ({
  name,
  tag,
  tagBits: 32,
  fields,
});

/** `name$_ fields`: a constructor without a tag; an undefined name for an anonymous one. */
export const untagged = (name: string | undefined, fields: readonly Field[]): Constructor => ({
  name,
  tag: 0,
  tagBits: 0,
  fields,
});

/** `name$tag fields` or `name#tag fields` with a tag of another length. `tag` is its digits: `$01`, `#ad01`. */
export const tagged = (name: string, tag: `$${string}` | `#${string}`, fields: readonly Field[] = []): Constructor => {
  const digits = tag.slice(1);
  return tag.startsWith('$')
    ? { name, tag: Number.parseInt(digits, 2), tagBits: digits.length, fields }
    : { name, tag: Number.parseInt(digits, 16), tagBits: digits.length * 4, fields };
};

/** A type with one constructor without a tag. */
export const record = (name: string | undefined, ...fields: readonly Field[]): BodyType =>
  union(untagged(name, fields));

/** `^[ fields ]`: further fields, in a reference. */
export const cellOf = (...fields: readonly Field[]): BodyType => ref(record(undefined, ...fields));

/** `_ bit:(## 1) = Bit;` */
export const bit: BodyType = record(undefined, field('bit', uint(1)));

export const group = (order: number, ...constructors: readonly Constructor[]): BodyGroup => ({ order, constructors });
