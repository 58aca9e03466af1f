import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import {
  type AccountAddress,
  buildHashmap,
  formatAccountAddress,
  type StateInit,
  standardAddress,
  storeMessageAddress,
} from '@tonriver/chain-model';
import {
  addressOfState,
  jettonMinterState,
  jettonWalletState,
  multisigOrder,
  multisigOrderState,
  multisigState,
  nftCollectionState,
  nftItemState,
  nftSaleState,
  offChainMetadata,
  onChainMetadata,
} from '@tonriver/devnet-contracts';
import type { TvmPool } from '@tonriver/tvm';
import { bocOf, examinedContracts, openPool } from './examined-contracts.test-support.ts';

const account = (byte: number): AccountAddress => ({ workchain: 0, hash: new Uint8Array(32).fill(byte) });
const raw = (byte: number): string => formatAccountAddress(account(byte));
const [admin, owner, marketplace] = [account(0xa1), account(0x0b), account(0x3c)];

/** Global version 12, which the contracts of the devnet need; nothing else. */
const configBoc = writeBag([
  buildHashmap(
    [
      {
        key: Buffer.from([0, 0, 0, 8]),
        value: new CellBuilder().storeUint(0xc4, 8).storeUint(12, 32).storeUint(0, 64).endCell(),
      },
    ],
    { keyBits: 32, storeValue: (builder, cell: Cell) => void builder.storeRef(cell) },
  )!,
]);

let pool: TvmPool;
beforeAll(async () => {
  pool = await openPool();
});
afterAll(async () => {
  await pool.close();
});

const open = () => {
  const contracts = examinedContracts(pool, { configBoc });
  return {
    ...contracts,
    /** Adds a contract with its first state, or with other data at the address of that state. */
    add: (state: StateInit<Cell>, data: Cell = state.data!, address = addressOfState(state)): AccountAddress => {
      contracts.states.set(formatAccountAddress(address), {
        codeBoc: writeBag([state.code!]),
        dataBoc: writeBag([data]),
      });
      return address;
    },
  };
};

describe('the detection of jettons', () => {
  const content = onChainMetadata({ name: 'River' });

  it('recognises a master, and a wallet that the master confirms', async () => {
    const { add, examine } = open();
    const minter = add(jettonMinterState({ admin, content }));
    const first = jettonWalletState({ owner, minter });
    const wallet = add(first, jettonWalletState({ owner, minter, balance: 77n }).data!);

    expect(await examine(formatAccountAddress(minter))).toEqual({
      interfaces: [
        {
          found: {
            kind: 'jetton_master',
            totalSupply: 0n,
            admin: raw(0xa1),
            contentUri: null,
            attributes: { name: 'River' },
          },
          check: 'own',
        },
      ],
      isComplete: true,
    });
    expect(await examine(formatAccountAddress(wallet))).toEqual({
      interfaces: [
        {
          found: { kind: 'jetton_wallet', balance: 77n, owner: raw(0x0b), jetton: formatAccountAddress(minter) },
          check: 'confirmed',
        },
      ],
      isComplete: true,
    });
  });

  it('says of a wallet at another address that its master refutes it', async () => {
    const { add, examine } = open();
    const minter = add(jettonMinterState({ admin, content }));
    const state = jettonWalletState({ owner, minter });
    add(state, state.data!, account(0x77));
    expect((await examine(raw(0x77))).interfaces).toMatchObject([{ check: 'refuted' }]);
  });

  it('says of a wallet whose master is not known that this is not known', async () => {
    const { add, examine } = open();
    const wallet = add(jettonWalletState({ owner, minter: account(0x99) }));
    expect((await examine(formatAccountAddress(wallet))).interfaces).toMatchObject([{ check: 'unknown' }]);
  });

  it('says of a wallet whose master has no such method that it is refuted', async () => {
    const { add, examine, states } = open();
    // SETCP0, 11 THROW.
    const codeBoc = bocOf(new CellBuilder().storeUint(0xff00f20b, 32));
    states.set(raw(0x99), { codeBoc, dataBoc: bocOf(new CellBuilder()) });
    const wallet = add(jettonWalletState({ owner, minter: account(0x99) }));
    expect((await examine(formatAccountAddress(wallet))).interfaces).toMatchObject([{ check: 'refuted' }]);
  });
});

describe('the detection of NFTs', () => {
  const royalty = { numerator: 5, denominator: 100, destination: admin };
  const collectionState = nftCollectionState({
    owner: admin,
    content: offChainMetadata('https://example.org/collection.json'),
    itemPrefix: 'https://example.org/',
    royalty,
  });
  const heldBy = (state: StateInit<Cell>, holder: AccountAddress): Cell => {
    const bag = Bag.of(state.data!);
    const builder = new CellBuilder().storeSlice(bag.slice(bag.root));
    storeMessageAddress(builder, standardAddress(holder));
    return builder.storeRef(new CellBuilder().storeBytes(Buffer.from('7.json')).endCell()).endCell();
  };

  it('recognises a collection, and an item that it confirms, with the address of its metadata', async () => {
    const { add, examine } = open();
    const collection = add(collectionState);
    const state = nftItemState(7n, collection);
    const item = add(state, heldBy(state, owner));

    expect((await examine(formatAccountAddress(collection))).interfaces).toEqual([
      {
        found: {
          kind: 'nft_collection',
          nextIndex: 0n,
          owner: raw(0xa1),
          contentUri: 'https://example.org/collection.json',
          attributes: null,
        },
        check: 'own',
      },
    ]);
    expect((await examine(formatAccountAddress(item))).interfaces).toEqual([
      {
        found: {
          kind: 'nft_item',
          index: 7n,
          collection: formatAccountAddress(collection),
          owner: raw(0x0b),
          domain: null,
          contentUri: 'https://example.org/7.json',
          attributes: null,
        },
        check: 'confirmed',
      },
    ]);
  });

  it('does not take an item for one before it is initialised', async () => {
    const { add, examine } = open();
    const collection = add(collectionState);
    const item = add(nftItemState(7n, collection));
    expect(await examine(formatAccountAddress(item))).toEqual({ interfaces: [], isComplete: true });
  });

  it('says of an item that the collection does not know that it is refuted', async () => {
    const { add, examine } = open();
    const collection = add(collectionState);
    const state = nftItemState(7n, collection);
    add(state, heldBy(state, owner), account(0x55));
    expect((await examine(raw(0x55))).interfaces).toMatchObject([{ found: { contentUri: null }, check: 'refuted' }]);
  });

  it('recognises a sale before and after its item arrived', async () => {
    const sale = {
      createdAt: 1_800_000_000,
      marketplace,
      item: account(0x11),
      fullPrice: 5_000_000_000n,
      marketplaceFeeAddress: marketplace,
      marketplaceFee: 1n,
      royaltyAddress: admin,
      royaltyAmount: 2n,
    };
    for (const seller of [null, owner]) {
      const { add, examine } = open();
      const address = add(nftSaleState({ ...sale, owner: seller }));
      expect((await examine(formatAccountAddress(address))).interfaces).toEqual([
        {
          found: {
            kind: 'nft_sale',
            marketplace: raw(0x3c),
            nft: raw(0x11),
            nftOwner: seller === null ? null : raw(0x0b),
            fullPrice: 5_000_000_000n,
          },
          check: 'own',
        },
      ]);
    }
  });
});

describe('the detection of multisig wallets', () => {
  const signers = [admin, owner];
  const wallet = multisigState({ threshold: 2, signers });
  const rawSigners = [raw(0xa1), raw(0x0b)];
  /** What an order has after its wallet's message. */
  const openOrder = (state: StateInit<Cell>): Cell => {
    const fresh = Bag.of(state.data!);
    const bag = Bag.of(wallet.data!);
    const [signersCell] = bag.toCell(bag.root).refs;
    const transfer = { to: owner, value: 1n, bounce: false, body: new CellBuilder().endCell() };
    return new CellBuilder()
      .storeSlice(fresh.slice(fresh.root))
      .storeUint(2, 8)
      .storeBit(0)
      .storeRef(signersCell!)
      .storeUint(1n, 256)
      .storeUint(1, 8)
      .storeUint(1_800_000_000, 48)
      .storeRef(multisigOrder([transfer]))
      .endCell();
  };

  it('recognises a wallet, and an order that it confirms', async () => {
    const { add, examine } = open();
    const multisig = add(wallet);
    const state = multisigOrderState(multisig, 3n);
    const order = add(state, openOrder(state));
    expect((await examine(formatAccountAddress(multisig))).interfaces).toEqual([
      { found: { kind: 'multisig', signers: rawSigners }, check: 'own' },
    ]);
    const found = { kind: 'multisig_order', multisig: formatAccountAddress(multisig), signers: rawSigners };
    expect((await examine(formatAccountAddress(order))).interfaces).toEqual([{ found, check: 'confirmed' }]);
  });

  it('does not take an order for one before it is initialised, and refutes one at another address', async () => {
    const { add, examine } = open();
    const multisig = add(wallet);
    const state = multisigOrderState(multisig, 3n);
    const fresh = add(state);
    expect((await examine(formatAccountAddress(fresh))).interfaces).toEqual([]);
    add(state, openOrder(state), account(0x55));
    expect((await examine(raw(0x55))).interfaces).toMatchObject([{ check: 'refuted' }]);
  });
});

describe('the detection of hostile contracts', () => {
  it('asks one that loops for ever a bounded amount, and says that it is not known whole', async () => {
    const { examine, states, counts } = open();
    // SETCP0, then a continuation without end: <{ }> AGAIN.
    const codeBoc = bocOf(new CellBuilder().storeUint(0xff0090ea, 32));
    states.set(raw(1), { codeBoc, dataBoc: bocOf(new CellBuilder()) });
    const detection = await examine(raw(1));
    expect(detection.interfaces).toEqual([]);
    expect(counts.gas).toBeLessThan(1_500_000n);
  });

  it('takes code that ends every method without a word for nothing', async () => {
    const { examine, states } = open();
    states.set(raw(1), { codeBoc: bocOf(new CellBuilder().storeUint(0xff00, 16)), dataBoc: bocOf(new CellBuilder()) });
    expect((await examine(raw(1))).interfaces).toEqual([]);
  });
});
