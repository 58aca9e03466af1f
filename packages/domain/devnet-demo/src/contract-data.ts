import { Bag, type Cell } from '@tonriver/boc';
import { type AccountAddress, loadInternalAddress } from '@tonriver/chain-model';
import { addressOfState, nftItemState } from '@tonriver/devnet-contracts';
import { TonriverError } from '@tonriver/errors';
import { jettonWalletOf, type Cast, type Contract } from './cast.ts';
import type { DemoView } from './demo-view.ts';

type Slice = ReturnType<Bag['slice']>;

function sliceOf(cell: Cell): Slice {
  const bag = Bag.of(cell);
  return bag.slice(bag.root);
}

/** What an owner has of a jetton, in its smallest unit; 0 without a wallet. Layout: `jettonWalletState`. */
export function jettonBalance(view: DemoView, owner: AccountAddress, minter: Contract): bigint {
  const data = view.data(jettonWalletOf(owner, minter));
  return data === undefined ? 0n : sliceOf(data).loadCoins();
}

/** The index of the collection's next item. Layout: `nftCollectionState`. */
export function nextItemIndex(view: DemoView, { collection }: Cast): bigint | undefined {
  const data = view.data(collection.address);
  if (data === undefined) return undefined;
  const slice = sliceOf(data);
  loadInternalAddress(slice);
  return slice.loadUintBig(64);
}

/** An item that exists: its account, and who has it. */
export interface OwnedItem {
  readonly address: AccountAddress;
  readonly owner: AccountAddress;
}

/** Layout: `nftItemState`, and what the collection sends. Undefined while the item is not there. */
export function ownedItem(view: DemoView, { collection }: Cast, index: bigint): OwnedItem | undefined {
  const address = addressOfState(nftItemState(index, collection.address));
  const data = view.data(address);
  if (data === undefined) return undefined;
  const slice = sliceOf(data);
  slice.loadUintBig(64);
  loadInternalAddress(slice);
  if (slice.remainingBits === 0) return undefined;
  const owner = accountOf(slice);
  return owner === undefined ? undefined : { address, owner };
}

/** A sale that holds its item. Layout: `nftSaleState`. */
export interface OpenSale {
  readonly seller: AccountAddress;
  /** Nanograms. */
  readonly price: bigint;
}

/** Undefined when there is no such sale, or it is over. */
export function openSale(view: DemoView, address: AccountAddress): OpenSale | undefined {
  const data = view.data(address);
  if (data === undefined) return undefined;
  try {
    return readSale(data);
  } catch (error) {
    // Strangers may own an item, and their contracts have other data.
    if (error instanceof TonriverError) return undefined;
    throw error;
  }
}

function readSale(data: Cell): OpenSale | undefined {
  const slice = sliceOf(data);
  const isComplete = slice.loadBit();
  slice.loadUint(32);
  loadInternalAddress(slice);
  loadInternalAddress(slice);
  const seller = accountOf(slice);
  const price = slice.loadCoins();
  return isComplete || seller === undefined ? undefined : { seller, price };
}

function accountOf(slice: Slice): AccountAddress | undefined {
  const address = loadInternalAddress(slice);
  return address.type === 'std' ? { workchain: address.workchain, hash: address.hash } : undefined;
}
