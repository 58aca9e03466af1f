import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** An Ed25519 key pair from a seed text. */
export interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes, RFC 8032: the same message gives the same signature. */
  sign(message: Uint8Array): Uint8Array;
}

/** PKCS #8 around the 32 secret bytes of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** SubjectPublicKeyInfo around the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the key of a seed text. Anyone can compute it, so it must never protect anything of value. */
export function createSigningKey(seed: string): SigningKey {
  const secret = createHash('sha256').update(seed).digest();
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const encoded = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: Uint8Array.from(encoded.subarray(encoded.length - 32)),
    sign: (message) => Uint8Array.from(sign(null, message, key)),
  };
}

/** True when `signature` is the Ed25519 signature of `message` by the owner of the 32-byte `publicKey`. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}
