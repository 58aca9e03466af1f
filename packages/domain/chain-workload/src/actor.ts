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

/** What a contract of the made-up world does with messages. */
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

/** A contract: what the policy knows of an account beside what the chain keeps. */
export interface Actor {
  readonly kind: ActorKind;
  readonly address: AccountAddress;
  readonly standardAddress: StandardAddress;
  /** What deploys it. The address is its hash, but for accounts of the masterchain's set-up. */
  readonly init: StateInit<Cell>;
  readonly initCell: Cell;
  readonly codeSize: StorageUsed;
  readonly special: TickTock | null;
  /** The contract's data now, while it is active. */
  data: Cell;
  /** Unix seconds up to which rent is paid. */
  lastPaid: number;
  /** Rent that is owed. Nanograms. */
  due: bigint;
  /** Messages sent so far: what a wallet counts in its data. */
  seqno: number;
  /** Hash of the StateInit that it was frozen with. */
  frozenHash: Uint8Array | null;
  /** The owner of a jetton wallet or an item, the deployer of an ephemeral contract. */
  readonly owner: Actor | null;
}

export interface ActorOptions {
  readonly kind: ActorKind;
  readonly workchain: number;
  readonly code: Cell;
  readonly data: Cell;
  readonly owner?: Actor;
  readonly special?: TickTock;
  /** An address that does not follow from the StateInit. */
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

/** Cells and bits that an active account is charged for. */
export function storageUsedBy(actor: Actor): StorageUsed {
  return addSizes(addSizes(actor.codeSize, sizeOf(actor.data)), STORAGE_ROOT);
}

/** The account's own cell: lt, balance, kind of state. */
export const STORAGE_ROOT: StorageUsed = { cells: 1, bits: 112 };
