import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a kept value looks like: this byte, when it expires, its code, the value. A change of form is a new number. */
const FORM = 1;
const EXPIRY_AT = 1;
const CODE_AT = EXPIRY_AT + 8;
const CODE_BYTES = 16;
const VALUE_AT = CODE_AT + CODE_BYTES;

/** How much longer a sealed value is than the value. */
export const sealBytes = VALUE_AT;

/** Why bytes are no value that was sealed for a key: not in our form, or not for this key, this time or this secret. */
export type SealFault = 'foreign' | 'broken' | 'expired';

/** Wraps values so that whoever reads them can tell whether they are what was written under that key. */
export interface Seal {
  wrap(key: string, value: Uint8Array, expiresAtMs: number): Buffer;
  /** The value as a view of the bytes, or what is wrong with them. */
  open(key: string, bytes: Uint8Array, nowMs: number): Uint8Array | SealFault;
}

/**
 * The code is an HMAC over the key, the expiry and the value. With a secret nobody else can make one; with an empty
 * secret it is a checksum, which tells accidents and not intent.
 */
export function createSeal(secret: string): Seal {
  const hmacKey = `tonriver cache ${FORM} ${secret}`;
  const codeOf = (key: string, expiry: Uint8Array, value: Uint8Array): Buffer =>
    createHmac('sha256', hmacKey)
      .update(`${Buffer.byteLength(key)}:${key}`)
      .update(expiry)
      .update(value)
      .digest()
      .subarray(0, CODE_BYTES);
  return {
    wrap(key, value, expiresAtMs) {
      const sealed = Buffer.alloc(VALUE_AT + value.length);
      sealed.writeUInt8(FORM, 0);
      sealed.writeDoubleBE(expiresAtMs, EXPIRY_AT);
      sealed.set(value, VALUE_AT);
      sealed.set(codeOf(key, sealed.subarray(EXPIRY_AT, CODE_AT), value), CODE_AT);
      return sealed;
    },
    open(key, bytes, nowMs) {
      if (bytes.length < VALUE_AT || bytes[0] !== FORM) return 'foreign';
      const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const value = sealed.subarray(VALUE_AT);
      const code = codeOf(key, sealed.subarray(EXPIRY_AT, CODE_AT), value);
      if (!timingSafeEqual(code, sealed.subarray(CODE_AT, VALUE_AT))) return 'broken';
      return sealed.readDoubleBE(EXPIRY_AT) <= nowMs ? 'expired' : value;
    },
  };
}
