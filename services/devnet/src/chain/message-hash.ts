import { hashFromHex } from '@tonriver/chain-model';

/** Reads a hash that a message may be asked for by; undefined for other text. */
export function messageHashOf(text: string): string | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(hashFromHex(text)).toString('hex');
  const bytes = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
  return bytes.length === 32 ? bytes.toString('hex') : undefined;
}
