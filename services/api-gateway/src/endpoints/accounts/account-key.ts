import { type ApiAddress, rawAddress } from '@tonriver/api-model';
import { hexOf } from '@tonriver/chain-reader';

/** An account of a request. */
export interface AccountKey {
  readonly workchain: number;
  /** 64 upper-case hexadecimal digits. */
  readonly accountHex: string;
}

/** Returns the accounts among addresses, each once, in their order. Other addresses have no account. */
export function accountsOf(addresses: readonly ApiAddress[]): readonly AccountKey[] {
  const accounts = new Map<string, AccountKey>();
  for (const address of addresses) {
    if (address.kind !== 'std') continue;
    const key = { workchain: address.workchain, accountHex: hexOf(address.hash) };
    accounts.set(addressText(key), key);
  }
  return [...accounts.values()];
}

/** Prints the raw address. */
export function addressText({ workchain, accountHex }: AccountKey): string {
  return rawAddress(workchain, accountHex);
}
