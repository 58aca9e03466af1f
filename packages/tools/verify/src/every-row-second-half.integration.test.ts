import { EVERY_ROW_SEED, describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

/** In the zero state, so that dictionaries of initial states are among the rows. */
const walletCurrencies = [{ currency: 5, amount: 1_000n }];

describeEveryRow(
  EVERY_ROW_SEED,
  'all states known, second half',
  { empty: ['libraries', 'domain_names'], half: 'second' },
  async () => {
    return await indexChain(builtChain({ seed: `verify-${EVERY_ROW_SEED}`, rounds: 8, walletCurrencies }));
  },
);
