import { ChainModelError } from '../errors.ts';
import { hashFromDigits } from '../primitives/hash.ts';
import type { AccountAddress } from './account-address.ts';
import { type MessageAddress, noAddress, rewrittenAddress } from './message-address.ts';
import { parseUserFriendlyAddress } from './user-friendly-address.ts';

const noAddressText = 'addr_none';
const workchainForm = /^-?\d{1,3}$/;
const externForm = /^ext\$(\d{1,3}):([0-9a-fA-F]{0,128})$/;
const variableForm = /^var\$(-?\d{1,10}):(\d{1,3}):([0-9a-fA-F]{0,128})$/;

const upperDigits = Buffer.from('0123456789ABCDEF', 'latin1');
/** Long enough for any workchain. */
const rawText = Buffer.allocUnsafeSlow(80);

/** The raw form of an account: `wc:HEX`, 64 upper-case digits. */
export function formatAccountAddress({ workchain, hash }: AccountAddress): string {
  // Of every transaction there are several: strings that are joined take three times as long.
  const prefix = `${workchain}:`;
  for (let index = 0; index < prefix.length; index++) rawText[index] = prefix.charCodeAt(index);
  let end = prefix.length;
  for (let index = 0; index < hash.length; index++) {
    const byte = hash[index]!;
    rawText[end] = upperDigits[byte >> 4]!;
    rawText[end + 1] = upperDigits[byte & 15]!;
    end += 2;
  }
  return rawText.toString('latin1', 0, end);
}

/**
 * The text of any address: `wc:HEX` for a standard one, `ext$<bits>:<HEX>`, `var$<wc>:<bits>:<HEX>`, `addr_none`.
 * Upper-case digits, as many as ⌈bits / 4⌉. An anycast prefix is applied to the address bits, not shown.
 */
export function formatAddress(address: MessageAddress): string {
  if (address.type === 'none') return noAddressText;
  if (address.type === 'extern') return `ext$${address.bitLength}:${bitsToHex(address.bits, address.bitLength)}`;
  const target = rewrittenAddress(address);
  if (target.type === 'std') return formatAccountAddress(target);
  return `var$${target.workchain}:${target.bitLength}:${bitsToHex(target.bits, target.bitLength)}`;
}

/**
 * Reads what `formatAddress` writes, digits in any case, and user-friendly addresses (their flags are dropped).
 * Throws `ChainModelError` `bad_text` for anything else.
 */
export function parseAddress(text: string): MessageAddress {
  if (text === noAddressText) return noAddress;
  const extern = externForm.exec(text);
  if (extern !== null) {
    const bitLength = Number(extern[1]);
    return { type: 'extern', bits: bitsFromHex(extern[2] ?? '', bitLength, text), bitLength };
  }
  const variable = variableForm.exec(text);
  if (variable !== null) {
    const bitLength = Number(variable[2]);
    const workchain = Number(variable[1]);
    if (workchain !== (workchain | 0)) throw badAddressText(text);
    return { type: 'var', workchain, bits: bitsFromHex(variable[3] ?? '', bitLength, text), bitLength, anycast: null };
  }
  const account = parseAccountAddress(text);
  return { type: 'std', workchain: account.workchain, hash: account.hash, anycast: null };
}

/** Reads the address of an account: the raw or a user-friendly form. Throws `ChainModelError` `bad_text`. */
export function parseAccountAddress(text: string): AccountAddress {
  const start = text.indexOf(':') + 1;
  const workchain = text.length === start + 64 ? workchainOf(text, start - 1) : undefined;
  const hash = workchain === undefined ? undefined : hashFromDigits(text, start);
  if (workchain === undefined || hash === undefined) return accountOf(parseUserFriendlyAddress(text));
  if (workchain < -128 || workchain > 127) throw badAddressText(text);
  return { workchain, hash };
}

function accountOf({ workchain, hash }: AccountAddress): AccountAddress {
  return { workchain, hash };
}

/** The number before the colon of a raw address; undefined when there is none. */
function workchainOf(text: string, colon: number): number | undefined {
  // Of nearly every account.
  if (colon === 1 && text.startsWith('0')) return 0;
  const number = text.slice(0, Math.max(colon, 0));
  return workchainForm.test(number) ? Number(number) : undefined;
}

function upperHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex').toUpperCase();
}

function bitsToHex(bits: Uint8Array, bitLength: number): string {
  return upperHex(bits).slice(0, (bitLength + 3) >> 2);
}

function bitsFromHex(digits: string, bitLength: number, text: string): Uint8Array {
  if (bitLength > 511 || digits.length !== (bitLength + 3) >> 2) throw badAddressText(text);
  const bits = Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'));
  const unusedBits = bits.length * 8 - bitLength;
  if (unusedBits > 0 && ((bits.at(-1) ?? 0) & ((1 << unusedBits) - 1)) !== 0) throw badAddressText(text);
  return bits;
}

function badAddressText(text: string): ChainModelError {
  return new ChainModelError('bad_text', 'Not an address', { text: text.slice(0, 80) });
}
