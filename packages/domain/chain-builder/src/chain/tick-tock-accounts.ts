import type { Hash } from '@tonriver/chain-model';
import { compareBytes } from '@tonriver/chain-model';
import type { NetworkConfig } from '../network/network-config.ts';
import { readAccount } from './account-dictionary.ts';
import type { OpenBlock } from './open-block.ts';

/**
 * Returns the special accounts that have a transaction without a message now, in the order of these transactions:
 * ticks are the first ones of their accounts in a masterchain block, tocks the last ones.
 */
export function tickTockAccounts(block: OpenBlock, config: NetworkConfig, kind: 'tick' | 'tock'): Hash[] {
  const isDue = (hash: Hash): boolean => readAccount(block.account(hash).cell).tickTock?.[kind] === true;
  return [...config.specialAccounts].sort(compareBytes).filter(isDue);
}
