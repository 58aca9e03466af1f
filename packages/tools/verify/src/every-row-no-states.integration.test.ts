import { EVERY_ROW_SEED, describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

const withoutStates = { empty: ['libraries', 'initial_states', 'domain_names'], isOfStates: true };
describeEveryRow(EVERY_ROW_SEED, 'no states known', withoutStates, async () => {
  const { source, network } = builtChain({ seed: `verify-${EVERY_ROW_SEED}`, rounds: 10 });
  return await indexChain({ source, network });
});
