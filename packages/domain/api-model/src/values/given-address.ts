import { ChainModelError, parseUserFriendlyAddress } from '@tonriver/chain-model';

/** An address of a request of v2, with the form in which it was given. */
export interface GivenAddress {
  readonly workchain: number;
  /** 64 upper-case hexadecimal digits. */
  readonly accountHex: string;
  readonly form: 'raw_form' | 'friendly_bounceable' | 'friendly_non_bounceable';
  /** False for the raw form, which has no flags. */
  readonly isTestOnly: boolean;
}

const RAW = /^(-?\d{1,10}):([0-9a-fA-F]{64})$/;

/**
 * Reads an address as v2 does: 48 characters of base64 or base64url with the right checksum and any flags (TEP-2), or
 * `<workchain>:<64 hexadecimal digits>`, and nothing else.
 */
export function parseGivenAddress(text: string): GivenAddress | undefined {
  const [, workchainText, hex] = RAW.exec(text) ?? [];
  if (workchainText !== undefined && hex !== undefined) {
    const workchain = Number(workchainText);
    if (workchain < -(2 ** 31) || workchain >= 2 ** 31) return undefined;
    return { workchain, accountHex: hex.toUpperCase(), form: 'raw_form', isTestOnly: false };
  }
  try {
    const { workchain, hash, isBounceable, isTestOnly } = parseUserFriendlyAddress(text);
    const form = isBounceable ? 'friendly_bounceable' : 'friendly_non_bounceable';
    return { workchain, accountHex: Buffer.from(hash).toString('hex').toUpperCase(), form, isTestOnly };
  } catch (error) {
    if (error instanceof ChainModelError) return undefined;
    throw error;
  }
}
