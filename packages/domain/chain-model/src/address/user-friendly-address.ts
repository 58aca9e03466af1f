import { ChainModelError } from '../errors.ts';
import type { AccountAddress } from './account-address.ts';
import { crc16 } from './crc16.ts';

/** A user-friendly address: the account and its flags. */
export interface UserFriendlyAddress extends AccountAddress {
  /** Money sent to an account that cannot take it comes back. */
  readonly isBounceable: boolean;
  readonly isTestOnly: boolean;
}

const tagBounceable = 0x11;
const tagNonBounceable = 0x51;
const testOnlyFlag = 0x80;
const byteLength = 36;
const textForm = /^(?:[A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/;

/** 48 characters of base64url: tag, workchain, hash, CRC-16 (TEP-2). */
export function formatUserFriendlyAddress(address: UserFriendlyAddress): string {
  const bytes = new Uint8Array(byteLength);
  bytes[0] = (address.isBounceable ? tagBounceable : tagNonBounceable) | (address.isTestOnly ? testOnlyFlag : 0);
  bytes[1] = address.workchain & 0xff;
  bytes.set(address.hash, 2);
  const check = crc16(bytes.subarray(0, 34));
  bytes[34] = check >> 8;
  bytes[35] = check & 0xff;
  return Buffer.from(bytes.buffer).toString('base64url');
}

/** Reads either base64 alphabet. Throws `ChainModelError` `bad_text` for another form, tag or CRC. */
export function parseUserFriendlyAddress(text: string): UserFriendlyAddress {
  if (!textForm.test(text)) throw badAddress(text, 'is not 48 characters of base64');
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  const tag = (bytes[0] as number) & ~testOnlyFlag;
  if (tag !== tagBounceable && tag !== tagNonBounceable) throw badAddress(text, 'has an unknown tag');
  if (crc16(bytes.subarray(0, 34)) !== (((bytes[34] as number) << 8) | (bytes[35] as number))) {
    throw badAddress(text, 'has a wrong check sum');
  }
  return {
    workchain: ((bytes[1] as number) << 24) >> 24,
    hash: bytes.slice(2, 34),
    isBounceable: tag === tagBounceable,
    isTestOnly: ((bytes[0] as number) & testOnlyFlag) !== 0,
  };
}

function badAddress(text: string, reason: string): ChainModelError {
  return new ChainModelError('bad_text', `The user-friendly address ${reason}`, { text: text.slice(0, 80) });
}
