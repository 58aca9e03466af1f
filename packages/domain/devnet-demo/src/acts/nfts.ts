import { formatAccountAddress } from '@tonriver/chain-model';
import { cancelSaleBody, nftBatchMintBody, nftMintBody, nftTransferBody, sellOrder } from '@tonriver/devnet-contracts';
import { nextItemIndex, openSale, type OpenSale, type OwnedItem, ownedItem } from '../contract-data.ts';
import { type Act, grams, type Scene, sending } from '../scene.ts';

/** The newest items are transferred and sold; older ones stay where they are. */
const ITEMS_MAX = 30;
const BATCH = 10;
const SALE_PRICE = { least: 2, most: 20 };
const ROYALTY_SHARE = 0.05;
/** Beside the price, in grams: a sale takes at least 0.1. */
const DEAL_VALUE = 0.2;

/** The newest items, in an order of chance. */
function* items({ cast, view, random }: Scene): Generator<OwnedItem> {
  const next = nextItemIndex(view, cast) ?? 0n;
  const count = Number(next > BigInt(ITEMS_MAX) ? ITEMS_MAX : next);
  if (count === 0) return;
  const begin = random.below(count);
  for (let step = 0; step < count; step++) {
    const item = ownedItem(view, cast, next - 1n - BigInt((begin + step) % count));
    if (item !== undefined) yield item;
  }
}

/** An item that a wallet of the demo has. */
function itemOfWallet(scene: Scene) {
  const wallets = new Map(scene.cast.wallets.map((wallet) => [formatAccountAddress(wallet.address), wallet]));
  for (const { address, owner } of items(scene)) {
    const wallet = wallets.get(formatAccountAddress(owner));
    if (wallet !== undefined) return { address, wallet };
  }
  return undefined;
}

/** An item that is on sale. Its owner is the sale. */
function itemOnSale(scene: Scene): { readonly sale: OwnedItem['owner']; readonly terms: OpenSale } | undefined {
  for (const { owner: sale } of items(scene)) {
    const terms = scene.cast.wallets.some(({ address }) => isSame(address, sale))
      ? undefined
      : openSale(scene.view, sale);
    if (terms !== undefined) return { sale, terms };
  }
  return undefined;
}

function isSame(left: OwnedItem['owner'], right: OwnedItem['owner']): boolean {
  return formatAccountAddress(left) === formatAccountAddress(right);
}

/** Items of a collection: minted, transferred, put on sale, bought. */
export const nftActs: readonly Act[] = [
  {
    name: 'NFT mint',
    weight: 2,
    make(scene) {
      const { cast, view, random, queryId } = scene;
      const index = nextItemIndex(view, cast);
      if (index === undefined) return undefined;
      const owner = random.pick(cast.wallets).address;
      const body = nftMintBody(queryId, { index, value: grams(0.05), owner, content: `${index}.json` });
      return sending(cast.wallets[0], cast.collection.address, grams(0.2), { body });
    },
  },
  {
    name: 'NFT mint of many',
    weight: 0.2,
    make({ cast, view, random, queryId }) {
      const first = nextItemIndex(view, cast);
      if (first === undefined) return undefined;
      const mints = Array.from({ length: BATCH }, (_, place) => {
        const index = first + BigInt(place);
        return { index, value: grams(0.05), owner: random.pick(cast.wallets).address, content: `${index}.json` };
      });
      const body = nftBatchMintBody(queryId, mints);
      return sending(cast.wallets[0], cast.collection.address, grams(0.1 * BATCH), { body });
    },
  },
  {
    name: 'NFT transfer',
    weight: 2,
    make(scene) {
      const item = itemOfWallet(scene);
      if (item === undefined) return undefined;
      const { random, cast, queryId } = scene;
      const newOwner = random.pick(cast.wallets).address;
      const transfer = { queryId, newOwner, response: item.wallet.address, forwardAmount: grams(0.01) };
      const body = nftTransferBody({ ...transfer, forwardPayload: null });
      return sending(item.wallet, item.address, grams(0.1), { body });
    },
  },
  {
    name: 'NFT put on sale',
    weight: 2,
    make(scene) {
      const item = itemOfWallet(scene);
      if (item === undefined) return undefined;
      const { random, cast, queryId } = scene;
      const price = random.between(SALE_PRICE.least, SALE_PRICE.most);
      const royaltyAddress = cast.wallets[0].address;
      const terms = { fullPrice: grams(price), royaltyAddress, royaltyAmount: grams(price * ROYALTY_SHARE) };
      const transfer = { queryId, newOwner: cast.marketplace.address, response: item.wallet.address };
      const body = nftTransferBody({ ...transfer, forwardAmount: grams(0.2), forwardPayload: sellOrder(terms) });
      return sending(item.wallet, item.address, grams(0.5), { body });
    },
  },
  {
    name: 'NFT bought',
    weight: 2,
    make(scene) {
      const offer = itemOnSale(scene);
      if (offer === undefined) return undefined;
      return sending(scene.random.pick(scene.cast.wallets), offer.sale, offer.terms.price + grams(DEAL_VALUE));
    },
  },
  {
    name: 'NFT sale cancelled',
    weight: 0.5,
    make(scene) {
      const offer = itemOnSale(scene);
      const seller = scene.cast.wallets.find(({ address }) => offer && isSame(address, offer.terms.seller));
      if (offer === undefined || seller === undefined) return undefined;
      return sending(seller, offer.sale, grams(0.2), { body: cancelSaleBody(scene.queryId) });
    },
  },
];
