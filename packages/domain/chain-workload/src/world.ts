import type { Cell } from '@tonriver/boc';
import { hashKey, type Random } from '@tonriver/chain-builder';
import { type Actor, type ActorKind, createActor } from './actor.ts';
import {
  counterData,
  createCode,
  jettonMinterData,
  jettonWalletData,
  nftItemData,
  offChainContent,
  walletData,
} from './contracts.ts';

/** All contracts of a workload, also those that are not deployed yet. */
export interface World {
  readonly wallets: readonly Actor[];
  readonly masterchainWallets: readonly Actor[];
  readonly minters: readonly Actor[];
  readonly items: readonly Actor[];
  readonly ephemerals: readonly Actor[];
  readonly paupers: readonly Actor[];
  readonly config: Actor;
  readonly elector: Actor;
  readonly currencyMinter: Actor;
  /** Returns the jetton wallet of an owner, created on first use. */
  jettonWallet(minter: Actor, owner: Actor): Actor;
  minterOf(jettonWallet: Actor): Actor;
  /** Changes the balance of a jetton wallet by `delta`, not below zero, and returns its data. */
  movedJettonData(wallet: Actor, delta: bigint): Cell;
  nftData(item: Actor, owner: Actor): Cell;
  /** Returns the current owner of an item. */
  ownerOf(item: Actor): Actor;
  setOwner(item: Actor, owner: Actor): void;
  /** Returns the public key in a wallet's data. */
  publicKeyOf(wallet: Actor): Uint8Array;
  codeOf(kind: ActorKind): Cell;
}

export interface WorldOptions {
  readonly seed: string;
  readonly random: Random;
  readonly accounts: number;
  readonly minterCount: number;
}

const CONFIG_HASH = new Uint8Array(32).fill(0x55);
const ELECTOR_HASH = new Uint8Array(32).fill(0x33);

/** Returns the code of each kind of contract, created on first use. */
function createCodes(seed: string): (kind: ActorKind) => Cell {
  const codes = new Map<ActorKind, Cell>();
  return (kind) => {
    let code = codes.get(kind);
    if (code === undefined) {
      code = createCode(kind, seed);
      codes.set(kind, code);
    }
    return code;
  };
}

/** Jetton wallets with their minters and balances. `first` is used where a wallet is unknown. */
function createJettonWallets(codeOf: (kind: ActorKind) => Cell, first: Actor) {
  const wallets = new Map<string, Actor>();
  const balances = new Map<string, bigint>();
  const minters = new Map<string, Actor>();
  const minterOf = (wallet: Actor): Actor => minters.get(hashKey(wallet.address.hash)) ?? first;
  return {
    minterOf,
    jettonWallet(minter: Actor, owner: Actor): Actor {
      const name = hashKey(minter.address.hash) + hashKey(owner.address.hash);
      let wallet = wallets.get(name);
      if (wallet === undefined) {
        const data = jettonWalletData(0n, owner, minter, codeOf('jetton_wallet'));
        wallet = createActor({ kind: 'jetton_wallet', workchain: 0, code: codeOf('jetton_wallet'), data, owner });
        minters.set(hashKey(wallet.address.hash), minter);
        wallets.set(name, wallet);
      }
      return wallet;
    },
    movedJettonData(wallet: Actor, delta: bigint): Cell {
      const name = hashKey(wallet.address.hash);
      const balance = (balances.get(name) ?? 0n) + delta;
      const kept = balance > 0n ? balance : 0n;
      balances.set(name, kept);
      return jettonWalletData(kept, wallet.owner ?? first, minterOf(wallet), codeOf('jetton_wallet'));
    },
  };
}

/** NFT items with their owners, which change. `first` is used where an item is unknown. */
function createItems(
  { random, accounts }: WorldOptions,
  codeOf: (kind: ActorKind) => Cell,
  wallets: readonly Actor[],
  first: Actor,
) {
  const owners = new Map<string, Actor>();
  const contentOf = (index: number): Cell => offChainContent(`item-${index}.json`);
  const items = Array.from({ length: Math.max(2, Math.floor(accounts / 20)) }, (_, index) => {
    const owner = random.pick(wallets);
    const data = nftItemData(index, owner, contentOf(index));
    const item = createActor({ kind: 'nft_item', workchain: 0, code: codeOf('nft_item'), data, owner });
    owners.set(hashKey(item.address.hash), owner);
    return item;
  });
  return {
    items,
    nftData: (item: Actor, owner: Actor) => nftItemData(items.indexOf(item), owner, contentOf(items.indexOf(item))),
    ownerOf: (item: Actor) => owners.get(hashKey(item.address.hash)) ?? first,
    setOwner: (item: Actor, owner: Actor) => void owners.set(hashKey(item.address.hash), owner),
  };
}

/** Creates the contracts of the masterchain. */
function createMasterchainContracts({ random }: WorldOptions, codeOf: (kind: ActorKind) => Cell) {
  return {
    config: createActor({
      kind: 'config',
      workchain: -1,
      code: codeOf('config'),
      data: counterData(0, CONFIG_HASH),
      special: { tick: false, tock: true },
      hash: CONFIG_HASH,
    }),
    elector: createActor({
      kind: 'elector',
      workchain: -1,
      code: codeOf('elector'),
      data: counterData(0, ELECTOR_HASH),
      special: { tick: true, tock: true },
      hash: ELECTOR_HASH,
    }),
    currencyMinter: createActor({
      kind: 'minter',
      workchain: -1,
      code: codeOf('minter'),
      data: counterData(0, random.bytes(8)),
      special: { tick: false, tock: false },
    }),
  };
}

/** Creates the contracts of a workload. */
export function createWorld(options: WorldOptions): World {
  const { seed, random, accounts, minterCount } = options;
  const codeOf = createCodes(seed);
  const keys = new Map<string, Uint8Array>();

  function createWallet(workchain: number): Actor {
    const publicKey = random.bytes(32);
    const wallet = createActor({ kind: 'wallet', workchain, code: codeOf('wallet'), data: walletData(0, publicKey) });
    keys.set(hashKey(wallet.address.hash), publicKey);
    return wallet;
  }
  const wallets = Array.from({ length: accounts }, () => createWallet(0));
  const first = wallets[0] as Actor;
  const minters = Array.from({ length: minterCount }, (_, index) => {
    const content = offChainContent(`https://jettons.example/${index}.json`);
    const data = jettonMinterData(10n ** 15n, first, content, codeOf('jetton_wallet'));
    return createActor({ kind: 'jetton_minter', workchain: 0, code: codeOf('jetton_minter'), data });
  });
  const items = createItems(options, codeOf, wallets, first);
  function createCounters(kind: ActorKind, count: number): Actor[] {
    return Array.from({ length: count }, () => {
      const data = counterData(0, random.bytes(16));
      return createActor({ kind, workchain: 0, code: codeOf(kind), data, owner: random.pick(wallets) });
    });
  }
  // The order of these calls is part of the chain: each draws random numbers.
  return {
    wallets,
    minters,
    ...items,
    masterchainWallets: Array.from({ length: 4 }, () => createWallet(-1)),
    ephemerals: createCounters('ephemeral', Math.max(3, Math.floor(accounts / 25))),
    paupers: createCounters('pauper', Math.max(2, Math.floor(accounts / 60))),
    ...createMasterchainContracts(options, codeOf),
    ...createJettonWallets(codeOf, first),
    publicKeyOf: (wallet) => keys.get(hashKey(wallet.address.hash)) ?? wallet.address.hash,
    codeOf,
  };
}
