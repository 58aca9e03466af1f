import type { Bag, Cell } from '@tonriver/boc';
import { forEachTransaction, loadBlock } from '@tonriver/chain-model';
import { hex } from '../bags.ts';
import { stepOf, transactionIn } from './recorded-transaction.ts';
import type { ReplayChain, ReplayStep } from './replay-chain.ts';

/** Returns the block's transactions by account. `before` finds an account as it was before the block. */
export function chainsOfBlock(
  bag: Bag,
  {
    name,
    environment,
    librariesBoc,
    before,
  }: Pick<ReplayChain, 'name' | 'environment' | 'librariesBoc'> & { readonly before: (hash: Uint8Array) => Cell },
): ReplayChain[] {
  const block = loadBlock(bag);
  const accounts = new Map<string, { readonly hash: Uint8Array; readonly steps: ReplayStep[] }>();
  forEachTransaction(bag, block, (accountHash, _lt, cell) => {
    const key = hex(accountHash);
    const account = accounts.get(key) ?? { hash: accountHash.slice(), steps: [] };
    accounts.set(key, account);
    account.steps.push(stepOf(transactionIn(bag, cell), block.extra.randSeed));
  });
  return [...accounts.values()].map(({ hash, steps }) => ({
    name,
    environment,
    librariesBoc,
    before: before(hash),
    steps,
  }));
}
