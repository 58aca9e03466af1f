import { Bag } from '@tonriver/boc';
import type { AccountRecord } from '@tonriver/chain-builder';
import { loadAccount } from '@tonriver/chain-model';

/** Reads the 32-bit number with which the data of an account begin: the seqno of wallets and of the config contract. */
export function leadingNumber({ cell }: Pick<AccountRecord, 'cell'>): number {
  const bag = Bag.of(cell);
  const data = loadAccount(bag, bag.root)?.storage.state.stateInit?.data;
  return data === undefined || data === null ? 0 : bag.slice(data).loadUint(32);
}
