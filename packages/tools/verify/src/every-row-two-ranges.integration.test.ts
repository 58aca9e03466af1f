import { EVERY_ROW_SEED, describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

const inParts = { empty: ['libraries'], isOfStates: true };
describeEveryRow(EVERY_ROW_SEED, 'two ranges and blocks without a round between them', inParts, async () => {
  const chain = builtChain({ seed: `verify-${EVERY_ROW_SEED}`, rounds: 10 }, [5]);
  return await indexChain(chain, { allowPartialRounds: true });
});
