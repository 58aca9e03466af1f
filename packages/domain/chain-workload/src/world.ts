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

/** Everybody who can take part. Contracts that are not deployed yet are here too. */
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
  /** The jetton wallet of an owner; made up when first asked for. */
  jettonWallet(minter: Actor, owner: Actor): Actor;
  minterOf(jettonWallet: Actor): Actor;
  /** Data of a jetton wallet whose balance changed by `delta`, never below zero. */
  movedJettonData(wallet: Actor, delta: bigint): Cell;
  nftData(item: Actor, owner: Actor): Cell;
  /** The owner of an item now. */
  ownerOf(item: Actor): Actor;
  setOwner(item: Actor, owner: Actor): void;
  /** The public key in a wallet's data. */
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

/** Creates the cast of a workload. */
export function createWorld({ seed, random, accounts, minterCount }: WorldOptions): World {
  const codes = new Map<ActorKind, Cell>();
  const keys = new Map<string, Uint8Array>();
  const jettonWallets = new Map<string, Actor>();
  const jettonBalances = new Map<string, bigint>();
  const owners = new Map<string, Actor>();
  const masters = new Map<string, Actor>();

  function codeOf(kind: ActorKind): Cell {
    let code = codes.get(kind);
    if (code === undefined) {
      code = createCode(kind, seed);
      codes.set(kind, code);
    }
    return code;
  }
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
  const items = Array.from({ length: Math.max(2, Math.floor(accounts / 20)) }, (_, index) => {
    const owner = random.pick(wallets);
    const data = nftItemData(index, owner, offChainContent(`item-${index}.json`));
    const item = createActor({ kind: 'nft_item', workchain: 0, code: codeOf('nft_item'), data, owner });
    owners.set(hashKey(item.address.hash), owner);
    return item;
  });
  function createCounters(kind: ActorKind, count: number): Actor[] {
    return Array.from({ length: count }, () => {
      const data = counterData(0, random.bytes(16));
      return createActor({ kind, workchain: 0, code: codeOf(kind), data, owner: random.pick(wallets) });
    });
  }

  function jettonWallet(minter: Actor, owner: Actor): Actor {
    const name = hashKey(minter.address.hash) + hashKey(owner.address.hash);
    let wallet = jettonWallets.get(name);
    if (wallet === undefined) {
      const data = jettonWalletData(0n, owner, minter, codeOf('jetton_wallet'));
      wallet = createActor({ kind: 'jetton_wallet', workchain: 0, code: codeOf('jetton_wallet'), data, owner });
      masters.set(hashKey(wallet.address.hash), minter);
      jettonWallets.set(name, wallet);
    }
    return wallet;
  }
  function movedJettonData(wallet: Actor, delta: bigint): Cell {
    const name = hashKey(wallet.address.hash);
    const balance = (jettonBalances.get(name) ?? 0n) + delta;
    const kept = balance > 0n ? balance : 0n;
    jettonBalances.set(name, kept);
    return jettonWalletData(kept, wallet.owner ?? first, masters.get(name) ?? first, codeOf('jetton_wallet'));
  }

  return {
    wallets,
    masterchainWallets: Array.from({ length: 4 }, () => createWallet(-1)),
    minters,
    items,
    ephemerals: createCounters('ephemeral', Math.max(3, Math.floor(accounts / 25))),
    paupers: createCounters('pauper', Math.max(2, Math.floor(accounts / 60))),
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
    jettonWallet,
    minterOf: (wallet) => masters.get(hashKey(wallet.address.hash)) ?? first,
    movedJettonData,
    nftData: (item, owner) =>
      nftItemData(items.indexOf(item), owner, offChainContent(`item-${items.indexOf(item)}.json`)),
    ownerOf: (item) => owners.get(hashKey(item.address.hash)) ?? first,
    setOwner: (item, owner) => void owners.set(hashKey(item.address.hash), owner),
    publicKeyOf: (wallet) => keys.get(hashKey(wallet.address.hash)) ?? wallet.address.hash,
    codeOf,
  };
}
