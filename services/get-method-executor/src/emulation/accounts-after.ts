import { GetMethodError } from '@tonriver/api-model';
import { type AccountAddress, formatAccountAddress } from '@tonriver/chain-model';
import type { EmulatedTransaction } from '@tonriver/emulation';
import type { AccountAtPoint, ChainState, RunPoint } from '../state/chain-state.ts';
import { shardAccountParts } from '../state/shard-account-parts.ts';

/** Returns the state of an account after a trace, emulated or not. */
export type AccountAfter = (address: AccountAddress) => Promise<AccountAtPoint | 'unknown'>;

/** The states after the trace. Of an account that the trace deletes, the one before its last transaction counts. */
export function createAccountsAfter(
  state: ChainState,
  point: RunPoint,
  transactions: readonly EmulatedTransaction[],
): AccountAfter {
  const emulated = new Map<string, AccountAtPoint>();
  for (const { address, beforeBoc, afterBoc } of transactions) {
    const after = shardAccountParts(afterBoc);
    const counts = after.status === 'nonexist' ? shardAccountParts(beforeBoc) : after;
    emulated.set(formatAccountAddress(address), counts);
  }
  return async (address) => {
    const own = emulated.get(formatAccountAddress(address));
    if (own !== undefined) return own;
    try {
      return await state.account(address, point);
    } catch (error) {
      if (error instanceof GetMethodError && error.code.startsWith('account_')) return 'unknown';
      throw error;
    }
  };
}
