import {
  buyDomainBody,
  changeDnsRecordBody,
  dnsCategory,
  dnsWalletRecord,
  nominatorDepositBody,
  nominatorWithdrawBody,
} from '@tonriver/devnet-contracts';
import { nameOf } from '../cast.ts';
import { type Act, grams, type Scene, sending } from '../scene.ts';

const NAMES_MAX = 100;

/** How many names are sold: they are bought in order. */
function soldNames({ cast, view }: Scene): number {
  let [sold, free] = [0, NAMES_MAX];
  while (sold < free) {
    const middle = (sold + free) >> 1;
    if (view.data(nameOf(cast, middle).address) === undefined) free = middle;
    else sold = middle + 1;
  }
  return sold;
}

/** Contracts that wallets use besides tokens: a pool of nominators, and names. */
export const serviceActs: readonly Act[] = [
  {
    name: 'nominator deposit',
    weight: 0.5,
    make: ({ cast, random }) =>
      sending(random.pick(cast.wallets), cast.nominatorPool.address, grams(random.between(11, 20)), {
        body: nominatorDepositBody(),
      }),
  },
  {
    // Who has no deposit gets the message back.
    name: 'nominator withdrawal',
    weight: 0.3,
    make: ({ cast, random }) =>
      sending(random.pick(cast.wallets), cast.nominatorPool.address, grams(1), { body: nominatorWithdrawBody() }),
  },
  {
    name: 'name bought',
    weight: 0.5,
    make(scene) {
      const number = soldNames(scene);
      if (number === NAMES_MAX) return undefined;
      const { label } = nameOf(scene.cast, number);
      // The first wallet buys all names, so that it may change them.
      return sending(scene.cast.wallets[0], scene.cast.names.address, grams(1.1), { body: buyDomainBody(label) });
    },
  },
  {
    name: 'name record changed',
    weight: 0.5,
    make(scene) {
      const sold = soldNames(scene);
      // The first name always leads to its owner, so that an account has a name to be shown by.
      if (sold < 2) return undefined;
      const { cast, random, queryId } = scene;
      const { address } = nameOf(cast, random.between(1, sold - 1));
      const record = random.chance(0.8) ? dnsWalletRecord(random.pick(cast.wallets).address) : null;
      const body = changeDnsRecordBody(queryId, dnsCategory('wallet'), record);
      return sending(cast.wallets[0], address, grams(0.1), { body });
    },
  },
];
