import {
  ChainModelError,
  formatAddress,
  formatUserFriendlyAddress,
  parseAddress as parseText,
} from '@tonriver/chain-model';

/**
 * An address of a request, which can be compared with stored columns.
 *
 * `text` contains external and variable addresses in their printed form, as in the tables.
 */
export type ApiAddress =
  | { readonly kind: 'none' }
  | { readonly kind: 'std'; readonly workchain: number; readonly hash: Uint8Array }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Reads an address in any form that callers use: raw `wc:hex`, user-friendly in both base64 alphabets (checksum
 * verified, bounceable and test-only flags ignored), `ext$bits:HEX`, `var$wc:bits:HEX`, and `null` or `addr_none`.
 * Hexadecimal without a workchain is refused, because the account would be ambiguous.
 */
export function parseAddress(text: string): ApiAddress | undefined {
  if (text === 'null') return { kind: 'none' };
  try {
    const address = parseText(text);
    switch (address.type) {
      case 'none':
        return { kind: 'none' };
      case 'std':
        return { kind: 'std', workchain: address.workchain, hash: address.hash };
      case 'extern':
      case 'var':
        return { kind: 'text', text: formatAddress(address) };
    }
  } catch (error) {
    if (error instanceof ChainModelError) return undefined;
    throw error;
  }
}

/** Prints the raw form of an address. The account is given as 64 upper-case hexadecimal digits. */
export function rawAddress(workchain: number, accountHex: string): string {
  return `${workchain}:${accountHex}`;
}

/**
 * Prints the 48-character form of TEP-2, base64url.
 *
 * @returns `undefined` for a workchain that does not fit its signed byte
 */
export function userFriendlyAddress(address: {
  readonly workchain: number;
  readonly accountHex: string;
  readonly isBounceable: boolean;
  readonly isTestnet: boolean;
}): string | undefined {
  const { workchain, accountHex, isBounceable, isTestnet } = address;
  if (workchain < -128 || workchain > 127) return undefined;
  const hash = Buffer.from(accountHex, 'hex');
  return formatUserFriendlyAddress({ workchain, hash, isBounceable, isTestOnly: isTestnet });
}
