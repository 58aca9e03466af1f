import { crc16 } from './crc16.ts';
import { parseDecimal } from './number-text.ts';

/**
 * An address as a caller wrote it, ready to be compared with stored columns.
 *
 * `text` holds external and variable addresses in their printed form, which is also how the tables keep them.
 */
export type ApiAddress =
  | { readonly kind: 'none' }
  | { readonly kind: 'std'; readonly workchain: number; readonly hash: Uint8Array }
  | { readonly kind: 'text'; readonly text: string };

const USER_FRIENDLY = /^[A-Za-z0-9+/_-]{48}$/;
const RAW = /^([+-]?\d{1,10}):([0-9a-fA-F]{64})$/;
const EXTERNAL = /^ext\$(\d{1,3}):([0-9a-fA-F]*)$/;
const VARIABLE = /^var\$([+-]?\d{1,10}):(\d{1,3}):([0-9a-fA-F]*)$/;
const INT32_MIN = -(2n ** 31n);
const INT32_MAX = 2n ** 31n - 1n;
/** addr_extern$01 and addr_var$11 carry a 9-bit length. */
const ADDRESS_BITS_MAX = 511;

/**
 * Reads an address in any form that callers use: raw `wc:hex`, user-friendly in both base64 alphabets (checksum
 * verified, bounceable and test-only flags ignored), `ext$bits:HEX`, `var$wc:bits:HEX`, and `null` or `addr_none`.
 * Bare hexadecimal without a workchain is refused: it would not say which account is meant.
 */
export function parseAddress(text: string): ApiAddress | undefined {
  if (text === 'null' || text === 'addr_none') return { kind: 'none' };
  const raw = RAW.exec(text);
  if (raw !== null) {
    const workchain = parseDecimal(raw[1] ?? '', INT32_MIN, INT32_MAX);
    if (workchain === undefined) return undefined;
    return { kind: 'std', workchain: Number(workchain), hash: Buffer.from(raw[2] ?? '', 'hex') };
  }
  if (USER_FRIENDLY.test(text)) return parseUserFriendly(text);
  const external = EXTERNAL.exec(text);
  if (external !== null) return bitsText('ext$', external[1] ?? '', external[2] ?? '');
  const variable = VARIABLE.exec(text);
  if (variable !== null) {
    const workchain = parseDecimal(variable[1] ?? '', INT32_MIN, INT32_MAX);
    return workchain === undefined ? undefined : bitsText(`var$${workchain}:`, variable[2] ?? '', variable[3] ?? '');
  }
  return undefined;
}

function parseUserFriendly(text: string): ApiAddress | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 36 || bytes.readUInt16BE(34) !== crc16(bytes.subarray(0, 34))) return undefined;
  // Tag 0x11 bounceable, 0x51 not; bit 0x80 says test network.
  const tag = (bytes[0] ?? 0) & 0x7f;
  if (tag !== 0x11 && tag !== 0x51) return undefined;
  return { kind: 'std', workchain: bytes.readInt8(1), hash: bytes.subarray(2, 34) };
}

/** Checks that the digits are exactly as many as the bits need and that the bits behind the last one are zero. */
function bitsText(prefix: string, bitsDecimal: string, hex: string): ApiAddress | undefined {
  const bits = Number(bitsDecimal);
  if (bits > ADDRESS_BITS_MAX || hex.length !== Math.ceil(bits / 4)) return undefined;
  const unusedBits = hex.length * 4 - bits;
  if (unusedBits > 0 && Number.parseInt(hex.at(-1) ?? '0', 16) % 2 ** unusedBits !== 0) return undefined;
  return { kind: 'text', text: `${prefix}${bits}:${hex.toUpperCase()}` };
}

/** The raw form of every address in an answer. Takes the account as 64 upper-case hexadecimal digits. */
export function rawAddress(workchain: number, accountHex: string): string {
  return `${workchain}:${accountHex}`;
}

/**
 * The 48-character form of TEP-2, base64url.
 *
 * @returns `undefined` for a workchain that does not fit its signed byte
 */
export function userFriendlyAddress(address: {
  readonly workchain: number;
  readonly accountHex: string;
  readonly isBounceable: boolean;
  readonly isTestnet: boolean;
}): string | undefined {
  if (address.workchain < -128 || address.workchain > 127) return undefined;
  const bytes = Buffer.alloc(36);
  bytes[0] = (address.isBounceable ? 0x11 : 0x51) | (address.isTestnet ? 0x80 : 0);
  bytes.writeInt8(address.workchain, 1);
  bytes.write(address.accountHex, 2, 'hex');
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 34)), 34);
  return bytes.toString('base64url');
}
