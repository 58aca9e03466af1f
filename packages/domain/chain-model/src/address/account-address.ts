import type { Hash } from '../primitives/hash.ts';
import {
  type InternalAddress,
  type MessageAddress,
  rewrittenAddress,
  type StandardAddress,
} from './message-address.ts';

/** The address of an account with a 256-bit address. */
export interface AccountAddress {
  readonly workchain: number;
  readonly hash: Hash;
}

/** The account's address as messages write it. */
export function standardAddress(account: AccountAddress): StandardAddress {
  return { type: 'std', workchain: account.workchain, hash: account.hash, anycast: null };
}

/** The account that an address leads to, an anycast prefix applied; null when it leads to none with 256 bits. */
export function accountAddressOf(address: MessageAddress): AccountAddress | null {
  if (address.type === 'none' || address.type === 'extern') return null;
  const target: InternalAddress = rewrittenAddress(address);
  if (target.type === 'std') return { workchain: target.workchain, hash: target.hash };
  return target.bitLength === 256 ? { workchain: target.workchain, hash: target.bits } : null;
}
