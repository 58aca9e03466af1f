import { describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

const SEED = 20_261_121;

describeEveryRow(SEED, async () => {
  return await indexChain(builtChain({ seed: `verify-${SEED}`, rounds: 24 }));
});
