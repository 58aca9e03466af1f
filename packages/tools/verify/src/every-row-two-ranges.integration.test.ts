import { EVERY_ROW_SEED, describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

/** In the zero state, so that dictionaries of initial states are among the rows. */
const walletCurrencies = [{ currency: 5, amount: 1_000n }];

const inParts = { empty: ['libraries', 'domain_names'], isOfStates: true };
describeEveryRow(EVERY_ROW_SEED, 'two ranges and blocks without a round between them', inParts, async () => {
  const chain = builtChain({ seed: `verify-${EVERY_ROW_SEED}`, rounds: 10, walletCurrencies }, [5]);
  return await indexChain(chain, { allowPartialRounds: true });
});
