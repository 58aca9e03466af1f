import { createHmac, timingSafeEqual } from 'node:crypto';

/** First byte of a kept value; expiry, authentication code and the value follow. A new layout gets a new number. */
const FORM = 1;
const EXPIRY_AT = 1;
const CODE_AT = EXPIRY_AT + 8;
const CODE_BYTES = 16;
const VALUE_AT = CODE_AT + CODE_BYTES;

/** What a sealed value has before the value itself. */
export const SEAL_BYTES = VALUE_AT;

/** Why bytes are not a sealed value for a key: another layout, key or secret, damaged, or expired. */
export type SealFault = 'foreign' | 'broken' | 'expired';

/** Wraps values so that a reader can check that they were written under this key. */
interface Seal {
  wrap(key: string, value: Uint8Array, expiresAtMs: number): Buffer;
  /** The value as a view of the bytes, or what is wrong with them. */
  open(key: string, bytes: Uint8Array, nowMs: number): Uint8Array | SealFault;
}

/**
 * The code is an HMAC over the key, the expiry and the value. Only processes that know the secret can make one. With an
 * empty secret it is a checksum, which detects accidental damage but not forged values.
 *
 * @param purpose what the values are for: those of another purpose are not accepted
 */
export function createSeal({ purpose, secret }: { readonly purpose: string; readonly secret: string }): Seal {
  const hmacKey = `tonriver ${purpose} ${FORM} ${secret}`;
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
