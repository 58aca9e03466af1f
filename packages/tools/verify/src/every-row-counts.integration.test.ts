import { describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

const SEED = 20_261_121;

describeEveryRow(SEED, 'all states known', { empty: ['libraries'] }, async () => {
  return await indexChain(builtChain({ seed: `verify-${SEED}`, rounds: 24 }));
});

const withoutStates = { empty: ['libraries', 'initial_states'], isOfStates: true };
describeEveryRow(SEED, 'no states known', withoutStates, async () => {
  const { source, network } = builtChain({ seed: `verify-${SEED}`, rounds: 10 });
  return await indexChain({ source, network });
});

const inParts = { empty: ['libraries'], isOfStates: true };
describeEveryRow(SEED, 'two ranges and blocks without a round between them', inParts, async () => {
  const chain = builtChain({ seed: `verify-${SEED}`, rounds: 10 }, [5]);
  return await indexChain(chain, { allowPartialRounds: true });
});
