import { EVERY_ROW_SEED, describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

describeEveryRow(EVERY_ROW_SEED, 'all states known', { empty: ['libraries'] }, async () => {
  return await indexChain(builtChain({ seed: `verify-${EVERY_ROW_SEED}`, rounds: 12 }));
});
