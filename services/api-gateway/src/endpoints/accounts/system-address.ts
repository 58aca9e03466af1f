import type { ApiAddress } from '@tonriver/api-model';

/**
 * Tells whether an address is the one from which blocks themselves send: collected fees and minted currencies
 * (`-1:000…`). It has no transactions, so nothing is found by what it sent.
 */
export function isSystemAddress(address: ApiAddress): boolean {
  return address.kind === 'std' && address.workchain === -1 && address.hash.every((byte) => byte === 0);
}
