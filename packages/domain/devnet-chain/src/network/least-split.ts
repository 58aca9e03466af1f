import { Bag, type Cell } from '@tonriver/boc';
import { loadConfigParameter, storeConfigParameter } from '@tonriver/chain-model';
import { DevnetChainError } from '../devnet-chain-error.ts';

/** The configuration parameter with the workchains. */
export const WORKCHAINS_PARAMETER = 12;

/** Returns the parameter with another least depth of splits: shards above it split whatever their load is. */
export function withLeastSplit(parameter: Cell | undefined, minSplit: number): Cell {
  if (parameter === undefined) throw new DevnetChainError('bad_option', 'The configuration has no workchains');
  const bag = Bag.of(parameter);
  const workchains = loadConfigParameter(bag, bag.root, WORKCHAINS_PARAMETER);
  const changed = workchains.map((workchain) => {
    return { ...workchain, description: { ...workchain.description, minSplit } };
  });
  return storeConfigParameter(WORKCHAINS_PARAMETER, changed);
}
