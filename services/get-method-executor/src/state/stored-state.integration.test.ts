import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestStore, stubStore } from '@tonriver/chain-reader/testing';
import { noAccountHash } from '@tonriver/block-rows';
import type { AccountSource } from '@tonriver/chain-source';
import { Bag, writeBag, CellBuilder } from '@tonriver/boc';
import { storeExtraCurrencies } from '@tonriver/chain-model';
import { createReadingStore, createStateReader } from '@tonriver/chain-reader';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { bagOf, createFakeSource, hashOf, shardAccount } from '../testing/fake-source.test-support.ts';
import {
  accountState,
  bytes32,
  insert,
  masterchainBlock,
  tables,
  transaction,
} from '../testing/stored-chain.test-support.ts';
import type { ChainState } from './chain-state.ts';
import { createChainState } from './create-chain-state.ts';

// Rounds 10 … 20 are indexed, of which 16 … 18 know every account; 12 is a key block; what lies before 10 is older.

const [CODE, DATA, LATER_DATA] = [bagOf(1), bagOf(2), bagOf(3)];
const [OLD_CONFIG, CONFIG] = [bagOf(98), bagOf(99)];
const [LIBRARY, OLD_LIBRARY] = [bagOf(50), bagOf(51)];
/** Accounts by what happened to them. */
const [CHANGED, CREATED, UNTOUCHED, HOLE, PLAIN, FOREIGN] = [1, 2, 3, 4, 5, 6].map(bytes32) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const contract = { codeHash: hashOf(CODE), dataHash: hashOf(DATA) };

let store: ClickHouseStore;
let state: ChainState;
const open = (source?: AccountSource): ChainState =>
  createChainState({
    stored: createStateReader(createReadingStore(store, 3)),
    source,
    now: () => 0,
    bounds: { watermarkMsMax: 0, blocksMax: 100, accountsMax: 100, treeBytesMax: 1_000_000 },
  });

beforeAll(async () => {
  store = await openTestStore();
  const seqnos = Array.from({ length: 20 }, (_, index) => index + 1);
  const blocks = seqnos.map((seqno) =>
    masterchainBlock(seqno, {
      keyBlock: seqno === 12,
      prevKeyBlockSeqno: seqno > 12 ? 12 : 5,
      ...(seqno === 20 ? { fileHash: null } : {}),
    }),
  );
  await insert(store, tables.blocks, ...blocks);
  await insert(store, tables.watermarks, { firstSeqno: 10, linkedSeqno: 0, lastSeqno: 20 });
  await insert(store, tables.stateProgress, { firstSeqno: 16, lastSeqno: 18, isComplete: true });
  await insert(
    store,
    tables.cellTrees,
    ...[CODE, CONFIG, LIBRARY, OLD_LIBRARY].map((boc) => ({ hash: hashOf(boc), boc })),
  );
  const version = { configAddress: bytes32(5), rowVersion: 3 };
  await insert(
    store,
    tables.configs,
    { mcBlockSeqno: 3, hash: hashOf(OLD_CONFIG), globalVersion: 3, ...version },
    { mcBlockSeqno: 12, hash: hashOf(CONFIG), globalVersion: 8, ...version },
  );
  await insert(
    store,
    tables.libraries,
    { hash: hashOf(LIBRARY), mcBlockSeqno: 11, isPublic: true },
    { hash: hashOf(LIBRARY), mcBlockSeqno: 14, isPublic: false },
    { hash: hashOf(OLD_LIBRARY), mcBlockSeqno: 2, isPublic: true },
  );
  const change = (account: Uint8Array, lt: bigint, mcBlockSeqno: number, changes = {}) =>
    accountState({ account, lt, mcBlockSeqno, hash: bytes32(Number(lt)), balance: lt, ...contract, ...changes });
  const seenBefore = { mcBlockSeqno: null, rowVersion: 0 };
  await insert(
    store,
    tables.accountStates,
    change(CHANGED, 50n, 11, seenBefore),
    change(CHANGED, 100n, 11),
    // The same state was also seen before the next block; the row of its own block holds.
    change(CHANGED, 100n, 11, seenBefore),
    change(CHANGED, 200n, 15, { dataHash: hashOf(LATER_DATA) }),
    change(CHANGED, 230n, 21),
    change(CREATED, 150n, 16),
    change(UNTOUCHED, 40n, 3),
    change(HOLE, 60n, 3),
    change(HOLE, 180n, 19),
    change(PLAIN, 70n, 12, { status: 'uninit', codeHash: null, dataHash: null }),
    change(FOREIGN, 80n, 12, { codeHash: bytes32(77) }),
  );
  await insert(
    store,
    tables.transactions,
    transaction({ account: CHANGED, lt: 100n, mcBlockSeqno: 11, prevTransLt: 50n, oldStateHash: bytes32(50) }),
    transaction({ account: CHANGED, lt: 200n, mcBlockSeqno: 15, prevTransLt: 100n, oldStateHash: bytes32(100) }),
    transaction({ account: CREATED, lt: 150n, mcBlockSeqno: 16, prevTransLt: 0n, oldStateHash: noAccountHash }),
    transaction({ account: HOLE, lt: 180n, mcBlockSeqno: 19, prevTransLt: 90n, oldStateHash: bytes32(90) }),
  );
  const whole = { workchain: 0, isWhole: true };
  await insert(
    store,
    tables.accountData,
    ...[CREATED, UNTOUCHED].map((account) => ({ ...whole, account, lt: 30n, dataHash: hashOf(DATA), dataBoc: DATA })),
    { ...whole, account: CHANGED, lt: 20n, dataHash: hashOf(DATA), dataBoc: DATA },
    { ...whole, account: CHANGED, lt: 200n, dataHash: hashOf(LATER_DATA), dataBoc: LATER_DATA },
  );
  state = open();
});
afterAll(() => store?.close());

const pointAt = (seqno?: number) => state.point({ seqno, address: { workchain: 0, hash: CHANGED }, methodId: 1 });
const accountAt = async (account: Uint8Array, seqno: number, from: ChainState = state) =>
  await from.account({ workchain: 0, hash: account }, await pointAt(seqno));

describe('the block of a call', () => {
  it('is the newest one with resolved accounts, or the named one', async () => {
    expect(await pointAt()).toMatchObject({ seqno: 18, rootHash: bytes32(18), unixTime: 1018 });
    expect(await pointAt(20)).toMatchObject({ seqno: 20, rootHash: bytes32(20), fileHash: null, unixTime: 1020 });
    expect(await pointAt(10)).toMatchObject({ seqno: 10, fileHash: bytes32(110), unixTime: 1010, recorded: null });
  });

  it.each([9, 21])('%i is not indexed', async (seqno) => {
    await expect(pointAt(seqno)).rejects.toMatchObject({
      code: 'block_not_indexed',
      fields: { seqno, firstSeqno: 10, lastSeqno: 20 },
    });
  });
});

describe('the account at a block', () => {
  it.each([
    [10, 50n, DATA],
    [11, 100n, DATA],
    [14, 100n, DATA],
    [15, 200n, LATER_DATA],
    [20, 200n, LATER_DATA],
  ])('that changed: at %i the state of lt %i', async (seqno, lt, dataBoc) => {
    expect(await accountAt(CHANGED, seqno)).toMatchObject({
      status: 'active',
      balance: lt,
      codeBoc: CODE,
      dataBoc,
      lastTransaction: { lt },
    });
  });

  it('does not exist before it was created', async () => {
    expect((await accountAt(CREATED, 15)).status).toBe('nonexist');
    expect((await accountAt(CREATED, 16)).status).toBe('active');
  });

  it('is known without a change only where every account is known', async () => {
    expect(await accountAt(UNTOUCHED, 17)).toMatchObject({ balance: 40n });
    await expect(accountAt(UNTOUCHED, 15)).rejects.toMatchObject({ code: 'account_unknown' });
    await expect(accountAt(UNTOUCHED, 20)).rejects.toMatchObject({ code: 'account_unknown' });
    expect((await accountAt(bytes32(200), 17)).status).toBe('nonexist');
    await expect(accountAt(bytes32(200), 20)).rejects.toMatchObject({ code: 'account_unknown' });
  });

  it('is not known when its state before a change is not stored', async () => {
    await expect(accountAt(HOLE, 17)).rejects.toMatchObject({ code: 'account_unknown' });
  });

  it('has no code when its state has none', async () => {
    expect(await accountAt(PLAIN, 12)).toMatchObject({ status: 'uninit', balance: 70n, codeBoc: null });
  });

  it('has the extra currencies of an earlier state when their hash is the same', async () => {
    const currencies = [{ currency: 239, amount: 7n }];
    const builder = new CellBuilder();
    storeExtraCurrencies(builder, currencies);
    const hash = builder.endCell().refs[0]?.hash() ?? new Uint8Array(32);
    const at = (lt: bigint, mcBlockSeqno: number, changes = {}) =>
      accountState({
        account: bytes32(9),
        lt,
        mcBlockSeqno,
        codeHash: hashOf(CODE),
        hash: bytes32(Number(lt)),
        ...changes,
      });
    await insert(
      store,
      tables.accountStates,
      at(10n, 11, { extraCurrencies: currencies }),
      at(20n, 12, { extraCurrenciesHash: hash }),
      at(30n, 13, { extraCurrenciesHash: bytes32(1) }),
    );
    expect((await accountAt(bytes32(9), 12)).extraCurrencies).toEqual(currencies);
    await expect(accountAt(bytes32(9), 13)).rejects.toMatchObject({ code: 'account_unknown' });
  });

  it('has the extra currencies of a later state when their hash is the same', async () => {
    const currencies = [{ currency: 239, amount: 8n }];
    const builder = new CellBuilder();
    storeExtraCurrencies(builder, currencies);
    const extraCurrenciesHash = builder.endCell().refs[0]?.hash() ?? new Uint8Array(32);
    const state = { account: bytes32(10), codeHash: hashOf(CODE) };
    await insert(
      store,
      tables.accountStates,
      // Known from before the range: its block did not change the currencies, so it shows only their hash.
      accountState({ ...state, lt: 10n, mcBlockSeqno: 11, hash: bytes32(10), extraCurrenciesHash }),
      accountState({ ...state, lt: 20n, mcBlockSeqno: 12, hash: bytes32(20), extraCurrencies: [] }),
      accountState({ ...state, lt: 30n, mcBlockSeqno: 13, hash: bytes32(30), extraCurrencies: currencies }),
    );
    expect((await accountAt(bytes32(10), 11)).extraCurrencies).toEqual(currencies);
    expect((await accountAt(bytes32(10), 12)).extraCurrencies).toEqual([]);
  });

  it('has its own libraries when they are stored, and is known without them', async () => {
    const row = accountState({ account: bytes32(8), lt: 90n, mcBlockSeqno: 13, ...contract, libraryHash: bytes32(66) });
    await insert(store, tables.accountStates, row);
    const whole = { workchain: 0, isWhole: true, account: bytes32(8), lt: 90n };
    await insert(store, tables.accountData, { ...whole, dataHash: hashOf(DATA), dataBoc: DATA });
    expect(await accountAt(bytes32(8), 13)).toMatchObject({ ownLibraries: 'unknown', codeBoc: CODE });
    expect(await accountAt(CHANGED, 13)).toMatchObject({ ownLibraries: new Map() });
  });

  it('comes from the source when its code is not stored and the source has the same state', async () => {
    await expect(accountAt(FOREIGN, 12)).rejects.toMatchObject({ code: 'account_unknown' });
    const source = createFakeSource();
    await expect(accountAt(FOREIGN, 12, open(source))).rejects.toMatchObject({ code: 'account_unknown' });
    const boc = shardAccount({ balance: 77n });
    source.shardAccountBoc = boc;
    const bag = Bag.parse(boc);
    const row = accountState({ account: bytes32(7), lt: 90n, mcBlockSeqno: 13, codeHash: bytes32(77) });
    await insert(store, tables.accountStates, { ...row, hash: bag.hash(bag.ref(bag.root, 0)) });
    expect(await accountAt(bytes32(7), 13, open(source))).toMatchObject({ balance: 77n, codeBoc: bagOf(1) });
    expect(source.asked).toEqual(['account at 12', 'account at 13']);
  });

  it('comes from the source when the index does not know it', async () => {
    const source = createFakeSource();
    expect(await accountAt(UNTOUCHED, 20, open(source))).toMatchObject({ balance: 5n });
    source.shardAccountBoc = undefined;
    expect((await accountAt(bytes32(201), 20, open(source))).status).toBe('nonexist');
  });
});

describe('the configuration at a block', () => {
  it('is that of the newest key block, which may be the block itself', async () => {
    expect(await state.config(await pointAt(12))).toEqual(CONFIG);
    expect(await state.config(await pointAt(20))).toEqual(CONFIG);
  });

  it('is not known when the newest key block is not stored', async () => {
    await expect(state.config(await pointAt(11))).rejects.toMatchObject({ code: 'config_unknown' });
  });
});

describe('a library at a block', () => {
  const libraryAt = async (boc: Uint8Array, seqno: number) => await state.library(hashOf(boc), await pointAt(seqno));

  it('exists from the block that adds it to the block that removes it', async () => {
    expect(await libraryAt(LIBRARY, 11)).toEqual(LIBRARY);
    expect(await libraryAt(LIBRARY, 13)).toEqual(LIBRARY);
    expect(await libraryAt(LIBRARY, 14)).toBe('absent');
  });

  it('from before the range is known only where every library is known', async () => {
    expect(await libraryAt(OLD_LIBRARY, 17)).toEqual(OLD_LIBRARY);
    expect(await libraryAt(OLD_LIBRARY, 15)).toBe('unknown');
    expect(await libraryAt(bagOf(52), 17)).toBe('absent');
    expect(await libraryAt(bagOf(52), 20)).toBe('unknown');
    expect(await libraryAt(LIBRARY, 10)).toBe('unknown');
  });
});

describe('previous blocks', () => {
  it('are null when a hash is not known', async () => {
    expect(await state.previousBlocks(await pointAt(20))).toBeNull();
  });

  it('are the last sixteen and the key block, before global version 9', async () => {
    const boc = await state.previousBlocks(await pointAt(19));
    const bag = Bag.parse(boc ?? new Uint8Array());
    expect(bag.slice(bag.root).loadUintBig(24)).toBe(0x070002n);
  });

  it('go back to the zero state when there are fewer', async () => {
    expect(await state.previousBlocks(await pointAt(13))).toBeNull();
    await insert(store, tables.deployment, {
      network: 'test',
      globalId: -239,
      zeroStateRootHash: bytes32(0),
      zeroStateFileHash: bytes32(100),
      schemaVersion: 1,
      parserVersion: 1,
      revision: 1n,
    });
    expect(await open().previousBlocks(await pointAt(13))).not.toBeNull();
  });
});

describe('without a range', () => {
  it('every answer comes from the source, or is an error without one', async () => {
    const bounds = { watermarkMsMax: 0, blocksMax: 1, accountsMax: 1, treeBytesMax: 1 };
    const make = (source?: AccountSource) =>
      createChainState({ stored: createStateReader(createReadingStore(stubStore(), 3)), source, now: () => 0, bounds });
    const request = { seqno: undefined, address: { workchain: 0, hash: CHANGED }, methodId: 1 };
    await expect(make().point(request)).rejects.toMatchObject({ code: 'not_ready' });
    const fromSource = make(createFakeSource());
    const point = await fromSource.point(request);
    expect([point.seqno, (await fromSource.account(request.address, point)).balance]).toEqual([2, 5n]);
    expect(await fromSource.library(hashOf(writeBag([new CellBuilder().endCell()])), point)).toBe('absent');
  });
});
