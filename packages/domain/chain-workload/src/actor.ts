import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountAddress,
  type StandardAddress,
  type StateInit,
  type StorageUsed,
  standardAddress,
  storeStateInit,
  type TickTock,
} from '@tonriver/chain-model';
import { addSizes, sizeOf } from './cell-size.ts';

/** The kinds of contracts, which handle messages differently. */
export type ActorKind =
  | 'wallet'
  | 'jetton_minter'
  | 'jetton_wallet'
  | 'nft_item'
  | 'ephemeral'
  | 'pauper'
  | 'config'
  | 'elector'
  | 'minter';

/** A contract: the data of an account that the workload needs and the chain does not contain. */
export interface Actor {
  readonly kind: ActorKind;
  readonly address: AccountAddress;
  readonly standardAddress: StandardAddress;
  /** The StateInit that deploys it. Its hash is the address, except for contracts of the masterchain's zero state. */
  readonly init: StateInit<Cell>;
  readonly initCell: Cell;
  readonly codeSize: StorageUsed;
  readonly special: TickTock | null;
  /** The current data of the contract while it is active. */
  data: Cell;
  /** Unix seconds up to which rent is paid. */
  lastPaid: number;
  /** Rent that is owed. Nanograms. */
  due: bigint;
  /** The counter in a wallet's data: messages sent so far. */
  seqno: number;
  /** Hash of the StateInit with which it was frozen. */
  frozenHash: Uint8Array | null;
  /** The owner of a jetton wallet or an NFT item, or the deployer of an ephemeral contract. */
  readonly owner: Actor | null;
}

export interface ActorOptions {
  readonly kind: ActorKind;
  readonly workchain: number;
  readonly code: Cell;
  readonly data: Cell;
  readonly owner?: Actor;
  readonly special?: TickTock;
  /** The address, if it is not the hash of the StateInit. */
  readonly hash?: Uint8Array;
}

/** Creates a contract that is not on the chain yet. */
export function createActor(options: ActorOptions): Actor {
  const { kind, workchain, code, data, special = null } = options;
  const init: StateInit<Cell> = { fixedPrefixLength: null, special, code, data, library: null };
  const builder = new CellBuilder();
  storeStateInit(builder, init);
  const initCell = builder.endCell();
  const address = { workchain, hash: options.hash ?? initCell.hash() };
  return {
    kind,
    address,
    standardAddress: standardAddress(address),
    init,
    initCell,
    codeSize: sizeOf(code),
    special,
    data,
    lastPaid: 0,
    due: 0n,
    seqno: 0,
    frozenHash: null,
    owner: options.owner ?? null,
  };
}

/** Returns the cells and bits for which an active account pays rent. */
export function storageUsedBy(actor: Actor): StorageUsed {
  return addSizes(addSizes(actor.codeSize, sizeOf(actor.data)), STORAGE_ROOT);
}

/** Size of the account's root cell: lt, balance, kind of state. */
export const STORAGE_ROOT: StorageUsed = { cells: 1, bits: 112 };
