import { Bag, type Cell } from '@tonriver/boc';
import { type AccountAddress, equalBytes, findInDictionary, loadInternalAddress } from '@tonriver/chain-model';
import {
  addressOfState,
  dnsCategory,
  dnsWalletRecord,
  multisigOrderState,
  nftItemState,
} from '@tonriver/devnet-contracts';
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

/** A domain that somebody has. */
export interface OwnedDomain {
  readonly owner: AccountAddress;
  /** Whether its record `wallet` names its owner. */
  readonly leadsToOwner: boolean;
}

/** Undefined while nobody has the domain. Layout: `dnsItemState`. */
export function ownedDomain(view: DemoView, item: AccountAddress): OwnedDomain | undefined {
  const data = view.data(item);
  if (data === undefined) return undefined;
  const bag = Bag.of(data);
  const slice = bag.slice(bag.root);
  slice.loadBytes(32);
  loadInternalAddress(slice);
  if (slice.remainingBits === 0) return undefined;
  const owner = accountOf(slice);
  if (owner === undefined) return undefined;
  slice.loadRef();
  const records = slice.loadBit() ? slice.loadRef() : null;
  const record = findInDictionary(bag, records, 256, dnsCategory('wallet'))?.loadRef();
  const leadsToOwner = record !== undefined && equalBytes(bag.hash(record), dnsWalletRecord(owner).hash());
  return { owner, leadsToOwner };
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
  loadInternalAddress(slice);
  const seller = accountOf(slice);
  const price = slice.loadCoins();
  return isComplete || seller === undefined ? undefined : { seller, price };
}

/** The number of the multisig wallet's next order; undefined while it is not there. Layout: `multisigState`. */
export function nextOrderSeqno(view: DemoView, { multisig }: Cast): bigint | undefined {
  const data = view.data(multisig.address);
  return data === undefined ? undefined : sliceOf(data).loadUintBig(256);
}

/** An order of the multisig wallet. */
export interface MultisigOrder {
  readonly address: AccountAddress;
  readonly isSent: boolean;
  /** A bit for every signer, the lowest for number 0. */
  readonly approvals: bigint;
  /** Unix time, seconds. */
  readonly expiration: number;
}

/** Undefined while the order is not there. Layout: `multisigOrderState`, and what the wallet sends. */
export function multisigOrderOf(view: DemoView, { multisig }: Cast, seqno: bigint): MultisigOrder | undefined {
  const address = addressOfState(multisigOrderState(multisig.address, seqno));
  const data = view.data(address);
  if (data === undefined) return undefined;
  const slice = sliceOf(data);
  loadInternalAddress(slice);
  slice.loadUintBig(256);
  if (slice.remainingBits === 0) return undefined;
  slice.loadUint(8);
  const isSent = slice.loadBit();
  const approvals = slice.loadUintBig(256);
  slice.loadUint(8);
  return { address, isSent, approvals, expiration: Number(slice.loadUintBig(48)) };
}

function accountOf(slice: Slice): AccountAddress | undefined {
  const address = loadInternalAddress(slice);
  return address.type === 'std' ? { workchain: address.workchain, hash: address.hash } : undefined;
}
