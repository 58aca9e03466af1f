import {
  loadAccountBlocksRoot,
  loadInMessageDescriptors,
  loadOutMessageDescriptors,
  loadValueFlow,
} from '@tonriver/chain-model';
import { isSameAmount, sum } from './amounts.ts';
import type { OpenedBlock } from './chain-checker.ts';
import { expectThat } from './expect-that.ts';

/** Checks that no value appears or disappears, and that the value flow agrees with the rest of the block. */
export function checkFlow({ bag, block, after, parents }: OpenedBlock): void {
  const flow = loadValueFlow(bag.slice(block.valueFlow));
  const incoming = loadInMessageDescriptors(bag, block.extra.inMessageDescriptors);
  const outgoing = loadOutMessageDescriptors(bag, block.extra.outMessageDescriptors);
  const accounts = loadAccountBlocksRoot(bag, block.extra.accountBlocks);
  const { fromPrevBlock, toNextBlock, imported, exported, feesCollected } = flow;
  const { feesImported, recovered, created, minted } = flow;
  const arrived = sum(fromPrevBlock, imported, feesImported, recovered, created, minted);
  expectThat(isSameAmount(arrived, sum(toNextBlock, exported, feesCollected)), 'the value flow balances');
  expectThat(isSameAmount(toNextBlock, after.state.totalBalance), 'the new balance is that of the state');
  expectThat(isSameAmount(imported, incoming.extra.valueImported), 'imported as described');
  expectThat(isSameAmount(exported, outgoing.extra), 'exported as described');
  const fees = sum(accounts.extra, { grams: incoming.extra.feesCollected, extra: [] }, created, feesImported);
  expectThat(isSameAmount(feesCollected, fees), 'fees collected as described');
  if (block.info.afterSplit && parents[0]?.info?.beforeSplit === true) return;
  const old = sum(...parents.map(({ state }) => state.totalBalance));
  expectThat(isSameAmount(fromPrevBlock, old), 'the old balance is that of the old states');
}
