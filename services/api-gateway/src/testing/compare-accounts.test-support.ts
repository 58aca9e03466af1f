import { openTestStore } from '@tonriver/chain-reader/testing';
import { playDrawnChain, WATERMARKS } from './account-draws.test-support.ts';
import { compareAccountsV2 } from './compare-accounts-v2.test-support.ts';
import { compareAccountStates, compareAddressBook } from './compare-states.test-support.ts';
import { compareOneAccount, compareWalletStates } from './compare-wallets.test-support.ts';
import { compareTopAccounts } from './compare-top-accounts.test-support.ts';
import { startTestGateway } from './test-gateway.test-support.ts';

/**
 * Compares answers of all endpoints about accounts with a look at every stored row, while rounds arrive. Returns how
 * many accounts have a known state in the end.
 */
export async function compareAccounts(seed: number, draws: number): Promise<number> {
  const store = await openTestStore();
  const gateway = await startTestGateway(store, { config: { holeRecheckMs: 1, requestTimeoutMs: 60_000 } });
  const share = (part: number): number => Math.ceil((draws * part) / WATERMARKS.length);
  let known = 0;
  try {
    await playDrawnChain(store, seed, async (view) => {
      await compareAccountStates(gateway, view, share(0.4));
      await compareAddressBook(gateway, view, share(0.1));
      await compareWalletStates(gateway, view, share(0.2));
      await compareOneAccount(gateway, view, share(0.2));
      await compareAccountsV2(gateway, view, share(0.4));
      await compareTopAccounts(gateway, view, share(0.1));
      known = view.chain.accounts.filter(({ account }) => view.stateOf(account) !== undefined).length;
    });
  } finally {
    await gateway.stop();
    await store.close();
  }
  return known;
}
