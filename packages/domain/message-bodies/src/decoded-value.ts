/** A Bool, or an integer of any width: `number` up to 32 bits, `bigint` above. */
type DecodedScalar = boolean | number | bigint;

/** A bit string: left aligned, zero padded. */
export interface DecodedBits {
  readonly kind: 'bits';
  readonly bits: Uint8Array;
  readonly bitLength: number;
}

/** A snake string that is valid UTF-8. */
interface DecodedText {
  readonly kind: 'text';
  readonly text: string;
  /** Set if the text is the base64 of a bag of cells. The deployed API prints its decoding instead. */
  readonly embedded?: BodyDecoding;
}

/** VarUInteger n, or an amount of nano-Toncoin, which is `amount:(VarUInteger 16)` under one of two names. */
export interface DecodedVarUint {
  readonly kind: 'var_uint';
  readonly wrapper: 'none' | 'nanocoins' | 'nanograms';
  /** Bytes in the encoding, which may be more than needed. */
  readonly byteLength: number;
  readonly value: bigint;
}

/** `anycast_info$_ depth:(#<= 30) { depth >= 1 } rewrite_pfx:(bits depth) = Anycast;` */
export interface DecodedAnycast {
  readonly depth: number;
  readonly prefix: Uint8Array;
}

/** A stored MsgAddress. The anycast prefix is not applied. */
export type DecodedAddress =
  | { readonly kind: 'address'; readonly form: 'none' }
  | { readonly kind: 'address'; readonly form: 'extern'; readonly bits: Uint8Array; readonly bitLength: number }
  | {
      readonly kind: 'address';
      readonly form: 'std' | 'var';
      readonly anycast: DecodedAnycast | undefined;
      readonly workchain: number;
      readonly bits: Uint8Array;
      /** 256 for `std`. */
      readonly bitLength: number;
    };

/** Maybe X; `value` is undefined if there is none. */
interface DecodedMaybe {
  readonly kind: 'maybe';
  readonly value: DecodedValue | undefined;
}

/** Either X Y. */
interface DecodedEither {
  readonly kind: 'either';
  readonly side: 'first' | 'second';
  readonly value: DecodedValue;
}

/** A typed value in a referenced cell, as in Maybe ^X, Either X ^X, Hashmap n ^X. */
interface DecodedReference {
  readonly kind: 'reference';
  readonly value: DecodedValue;
}

/** Cell, ^Cell or Any: decoded as a body if it is one, else the cell. */
interface DecodedCell {
  readonly kind: 'cell';
  /** `decoded` or `empty`; others only together with `boc`. */
  readonly body: BodyDecoding;
  /** The serialised cell, if the body is neither decoded nor empty. */
  readonly boc: Uint8Array | undefined;
}

export interface DecodedField {
  /** Empty for an unnamed field. */
  readonly name: string;
  readonly value: DecodedValue;
}

/** One constructor with its fields in the order of the schema. */
export interface DecodedObject {
  readonly kind: 'object';
  /** The constructor's name; undefined for an anonymous constructor. */
  readonly type: string | undefined;
  readonly fields: readonly DecodedField[];
}

/** A node of the decoded tree, the same for all dialects. */
export type DecodedValue =
  | DecodedScalar
  | DecodedBits
  | DecodedText
  | DecodedVarUint
  | DecodedAddress
  | DecodedMaybe
  | DecodedEither
  | DecodedReference
  | DecodedCell
  | DecodedObject;

/** The result of decoding a body. */
export type BodyDecoding =
  /** `type` is the constructor's name; `comment` is the text of a text comment. */
  | { readonly kind: 'decoded'; readonly type: string; readonly value: DecodedObject; readonly comment?: string }
  /** No bits and no references. */
  | { readonly kind: 'empty' }
  /**
   * `reason` is the text of the deployed API after `unknown: `. For a text comment that is not UTF-8, `binaryComment`
   * contains its bytes.
   */
  | { readonly kind: 'unknown'; readonly reason: string; readonly binaryComment?: Uint8Array };
