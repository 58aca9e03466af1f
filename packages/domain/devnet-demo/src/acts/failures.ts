import { CellBuilder } from '@tonriver/boc';
import { commentBody, jettonTransferBody } from '@tonriver/devnet-contracts';
import { jettonWalletOf } from '../cast.ts';
import { jettonBalance } from '../contract-data.ts';
import { type Act, grams, sending } from '../scene.ts';
import { twoWallets } from './transfers.ts';

/** What goes wrong on a chain: calls that fail, and messages that come back. */
export const failureActs: readonly Act[] = [
  {
    name: 'jetton transfer of more than there is',
    weight: 0.5,
    make({ cast, view, random, queryId }) {
      const [from, to] = twoWallets(cast, random);
      const minter = random.pick(cast.minters);
      const amount = jettonBalance(view, from.address, minter) + 1n;
      const transfer = { queryId, amount, destination: to.address, response: from.address };
      const body = jettonTransferBody({ ...transfer, forwardAmount: 0n, forwardPayload: null });
      return sending(from, jettonWalletOf(from.address, minter), grams(0.1), { body });
    },
  },
  {
    name: 'transfer to an account that does not exist',
    weight: 0.5,
    make({ cast, random }) {
      const to = { workchain: 0, hash: random.bytes(32) };
      return sending(random.pick(cast.wallets), to, grams(0.5), { body: commentBody('Is anybody there?') });
    },
  },
  {
    name: 'call that nobody understands',
    weight: 0.5,
    make({ cast, random, queryId }) {
      const body = new CellBuilder().storeUint(random.uint32(), 32).storeUint(queryId, 64).endCell();
      return sending(random.pick(cast.wallets), random.pick(cast.minters).address, grams(0.1), { body });
    },
  },
];
