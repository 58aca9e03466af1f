import { commentBody, jettonBurnBody, jettonMintBody, jettonTransferBody, swapOrder } from '@tonriver/devnet-contracts';
import { jettonWalletOf } from '../cast.ts';
import { jettonBalance } from '../contract-data.ts';
import { type Act, grams, type Scene, sending } from '../scene.ts';
import { twoWallets } from './transfers.ts';

/** Both jettons have nine decimals. */
const UNIT = 1_000_000_000n;
/** A swap is refused when it comes later. */
const SWAP_SECONDS = 600;

/** Two wallets, one of the jettons, and what the first wallet has of it: undefined when it has less than one unit. */
function owned({ cast, view, random }: Scene) {
  const [from, to] = twoWallets(cast, random);
  const minter = random.pick(cast.minters);
  const balance = jettonBalance(view, from.address, minter);
  return balance < UNIT ? undefined : { from, to, minter, balance, wallet: jettonWalletOf(from.address, minter) };
}

/** A part of a balance, at least one unit and at most a thousandth of it. */
function someOf(balance: bigint, { random }: Scene): bigint {
  const part = ((balance / 1000n) * BigInt(random.between(1, 100))) / 100n;
  return part < UNIT ? UNIT : part;
}

/** Jettons: minted, transferred, burnt, and swapped for the other jetton. */
export const jettonActs: readonly Act[] = [
  {
    name: 'jetton mint',
    weight: 1,
    make({ cast, random, queryId }) {
      const [admin] = cast.wallets;
      const mint = { queryId, amount: UNIT * BigInt(random.between(100, 1000)), response: admin.address };
      const to = random.pick(cast.wallets).address;
      const body = jettonMintBody({ ...mint, to, tonAmount: grams(0.1), forwardAmount: 0n, forwardPayload: null });
      return sending(admin, random.pick(cast.minters).address, grams(0.2), { body });
    },
  },
  {
    name: 'jetton transfer',
    weight: 6,
    make(scene) {
      const has = owned(scene);
      if (has === undefined) return undefined;
      const { from, to, wallet, balance } = has;
      const { random, queryId } = scene;
      const forwardPayload = random.chance(0.5) ? commentBody('Jettons for you') : null;
      const amount = someOf(balance, scene);
      const transfer = { queryId, amount, destination: to.address, response: from.address };
      const body = jettonTransferBody({ ...transfer, forwardAmount: grams(0.01), forwardPayload });
      return sending(from, wallet, grams(0.1), { body });
    },
  },
  {
    name: 'jetton transfer to a new holder',
    weight: 1,
    make(scene) {
      const has = owned(scene);
      if (has === undefined) return undefined;
      const { random, queryId } = scene;
      const destination = { workchain: 0, hash: random.bytes(32) };
      const transfer = { queryId, amount: UNIT, destination, response: has.from.address };
      const body = jettonTransferBody({ ...transfer, forwardAmount: 0n, forwardPayload: null });
      return sending(has.from, has.wallet, grams(0.1), { body });
    },
  },
  {
    name: 'jetton burn',
    weight: 1,
    make(scene) {
      const has = owned(scene);
      if (has === undefined) return undefined;
      const { from, wallet } = has;
      const body = jettonBurnBody({ queryId: scene.queryId, amount: UNIT, response: from.address });
      return sending(from, wallet, grams(0.1), { body });
    },
  },
  {
    name: 'swap',
    weight: 3,
    make(scene) {
      const has = owned(scene);
      if (has === undefined) return undefined;
      const { from, minter, balance, wallet } = has;
      const { cast, view, queryId } = scene;
      const other = minter === cast.minters[0] ? cast.minters[1] : cast.minters[0];
      const router = cast.router.address;
      if (jettonBalance(view, router, minter) === 0n || jettonBalance(view, router, other) === 0n) return undefined;
      const forwardPayload = swapOrder({
        otherWallet: jettonWalletOf(router, other),
        refundAddress: from.address,
        excessesAddress: from.address,
        deadline: view.now + SWAP_SECONDS,
        minOut: 0n,
        receiver: from.address,
        forwardAmount: 0n,
        customPayload: null,
      });
      const transfer = { queryId, amount: someOf(balance, scene), destination: router, response: from.address };
      const body = jettonTransferBody({ ...transfer, forwardAmount: grams(0.4), forwardPayload });
      return sending(from, wallet, grams(0.5), { body });
    },
  },
];
