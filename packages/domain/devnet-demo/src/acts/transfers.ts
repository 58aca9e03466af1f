import { commentBody, relayBody } from '@tonriver/devnet-contracts';
import type { Random } from '@tonriver/chain-builder';
import type { Wallet } from '@tonriver/devnet-chain';
import { type Act, grams, type Scene, sending } from '../scene.ts';

const COMMENTS = ['Thank you', 'Rent', 'Lunch', 'Спасибо', '感谢', 'Order 1042', 'For the boat'];
const HOPS = { least: 5, most: 40 };
/** What one hop of a long chain costs at most, in grams. */
const HOP_COST = 0.01;

/** Two wallets of the demo that are not the same. */
export function twoWallets({ wallets }: Scene['cast'], random: Random): readonly [Wallet, Wallet] {
  const from = random.below(wallets.length);
  const to = (from + random.between(1, wallets.length - 1)) % wallets.length;
  return [wallets[from] ?? wallets[0], wallets[to] ?? wallets[0]];
}

/** Transfers of grams: with a comment, without one, and messages that are passed on many times. */
export const transferActs: readonly Act[] = [
  {
    name: 'transfer with a comment',
    weight: 6,
    make({ cast, random }) {
      const [from, to] = twoWallets(cast, random);
      const body = commentBody(random.pick(COMMENTS));
      return sending(from, to.address, grams(random.between(1, 200) / 100), { body });
    },
  },
  {
    name: 'transfer',
    weight: 3,
    make({ cast, random }) {
      const [from, to] = twoWallets(cast, random);
      return sending(from, to.address, grams(random.between(1, 500) / 100));
    },
  },
  {
    name: 'long chain of messages',
    weight: 1,
    make({ cast, random, queryId }) {
      const from = random.pick(cast.wallets);
      const [first, second] = cast.relays;
      const hops = random.between(HOPS.least, HOPS.most);
      const body = relayBody({ queryId, hops, next: second.address, response: from.address });
      return sending(from, first.address, grams(0.05 + hops * HOP_COST), { body });
    },
  },
];
