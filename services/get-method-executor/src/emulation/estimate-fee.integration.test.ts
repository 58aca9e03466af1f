import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FeeEstimate, FeeEstimateCall, GetMethodExecutor } from '@tonriver/api-model';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { libraryReference, merkleProof } from '@tonriver/boc/testing';
import { createMemoryCache } from '@tonriver/cache';
import { buildHashmap, hashToHex, loadMessage, resolveMessage } from '@tonriver/chain-model';
import { stubStore } from '@tonriver/chain-reader/testing';
import { createMetrics } from '@tonriver/telemetry';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { createLanes } from '../run/lanes.ts';
import { createSurroundings } from '../run/surroundings.ts';
import type { ChainState } from '../state/chain-state.ts';
import { shardAccountParts } from '../state/shard-account-parts.ts';
import { createGetMethodExecutor, defaultGetMethodExecutorConfig } from '../service.ts';
import { devnetConfig, NOW, order, shardAccountOf, states, wallet } from '../testing/emulated-accounts.test-support.ts';
import { createFakeSource, type FakeSource } from '../testing/fake-source.test-support.ts';
import { createEstimateFee } from './estimate-fee.ts';

let pool: TvmPool;
let source: FakeSource;
let executor: GetMethodExecutor;
const configBoc = devnetConfig();
/** The block after which messages are emulated. */
const block = { seqno: 2, rootHash: new Uint8Array(32).fill(2), fileHash: null, unixTime: NOW, recorded: null };

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 20, wallTimeMs: 20_000, memoryMbMax: 512 });
}, 60_000);
afterAll(() => pool.close());
beforeEach(() => {
  const fake = createFakeSource();
  source = Object.assign(fake, {
    config: async () => configBoc,
    head: async () => block,
  });
  source.shardAccountBoc = shardAccountOf(wallet.address, states.active(wallet.state));
  executor = open();
});

const open = (): GetMethodExecutor =>
  createGetMethodExecutor({
    store: stubStore(),
    pool,
    source,
    cache: createMemoryCache({ bytesMax: 1_000_000 }),
    metrics: createMetrics(),
    network: 'test',
    config: defaultGetMethodExecutorConfig({ callsMax: 10 }),
  });

const base64 = (cell: Cell): string => Buffer.from(writeBag([cell])).toString('base64');
const bodyOf = (message: Cell): Cell => {
  const bag = Bag.of(message);
  return resolveMessage(bag, loadMessage(bag, bag.root)).body;
};
/** The signed order, and the same with a signature of nothing. */
const signed = bodyOf(wallet.transfer(order));
const forged = new CellBuilder()
  .storeBytes(new Uint8Array(64))
  .storeBits(signed.bits.subarray(64), signed.bitLength - 512)
  .storeRef(signed.refs[0]!)
  .endCell();
const init = { initCodeBoc: base64(wallet.state.code!), initDataBoc: base64(wallet.state.data!) };

const call = (changes: Partial<FeeEstimateCall> = {}): FeeEstimateCall => ({
  workchain: 0,
  accountHex: Buffer.from(wallet.address.hash).toString('hex').toUpperCase(),
  bodyBoc: base64(signed),
  initCodeBoc: null,
  initDataBoc: null,
  ignoresSignatures: true,
  ...changes,
});
const estimate = async (changes: Partial<FeeEstimateCall> = {}): Promise<FeeEstimate> =>
  await executor.estimateFee(call(changes));

/** The prices of the basechain in the devnet's configuration: 400,000 and 400 for a bit, 40,000 for a cell. */
const importOf = (cells: number, bits: number): string => String(400_000 + 400 * bits + 40_000 * cells);
/** 22 cells and 5,697 bits for 90,000 seconds. */
const STORAGE = String(Math.ceil(((22 * 500 + 5697) * 90_000) / 65_536));

describe('the fees of a message', () => {
  it('are those of the transaction that it would be', async () => {
    const { gasFee, forwardFee, ...rest } = await estimate();
    const [sent] = signed.refs;
    expect(rest).toEqual({
      importFee: importOf(1, sent!.bitLength),
      storageFee: STORAGE,
      isAccepted: true,
      seqno: 2,
    });
    expect(Number(gasFee)).toBeGreaterThan(1_000_000);
    expect(forwardFee).toBe('400000');
  });

  it('are without gas when the contract does not accept it, import and storage being the same', async () => {
    const accepted = await estimate();
    const refused = await estimate({ bodyBoc: base64(bodyOf(wallet.transfer({ ...order, seqno: 9 }))) });
    expect(refused).toEqual({ ...accepted, gasFee: '0', forwardFee: '0', isAccepted: false });
  });

  it('contain those of a StateInit that stands in the message', async () => {
    const [plain, withInit] = [await estimate(), await estimate(init)];
    // The body no longer fits into the message's cell beside the StateInit, nor do code and data come for free.
    expect(Number(withInit.importFee)).toBeGreaterThan(Number(plain.importFee) + 10 * 40_000);
    expect(withInit).toMatchObject({ gasFee: plain.gasFee, isAccepted: true });
    const refused = await estimate({ ...init, bodyBoc: base64(bodyOf(wallet.transfer({ ...order, seqno: 9 }))) });
    expect([refused.importFee, refused.isAccepted]).toEqual([withInit.importFee, false]);
  });

  it('need a valid signature only where signatures are not ignored', async () => {
    const outcomes = async (bodyBoc: string) => [
      (await estimate({ bodyBoc, ignoresSignatures: true })).isAccepted,
      (await estimate({ bodyBoc, ignoresSignatures: false })).isAccepted,
    ];
    expect(await outcomes(base64(signed))).toEqual([true, true]);
    expect(await outcomes(base64(forged))).toEqual([true, false]);
  });
});

describe('an account that is', () => {
  const uninit = () => shardAccountOf(wallet.address, states.uninit);
  const frozen = (hash: Uint8Array) => shardAccountOf(wallet.address, states.frozen(hash));
  const nobody = new Uint8Array(32).fill(9);

  it.each<[string, () => Uint8Array | undefined, boolean, boolean]>([
    // It has no money for the import.
    ['missing', () => undefined, false, false],
    ['uninit', uninit, false, true],
    ['frozen with this StateInit', () => frozen(wallet.address.hash), false, true],
    ['frozen with another StateInit', () => frozen(nobody), false, false],
    ['active', () => shardAccountOf(wallet.address, states.active(wallet.state)), true, true],
  ])('%s accepts a message without and with a StateInit accordingly', async (_what, make, without, withInit) => {
    source.shardAccountBoc = make();
    expect([(await estimate()).isAccepted, (await estimate(init)).isAccepted]).toEqual([without, withInit]);
    const { importFee, gasFee } = await estimate(init);
    expect(Number(importFee)).toBeGreaterThan(400_000);
    expect(Number(gasFee) > 0).toBe(withInit);
  });

  it('too poor for the import does not accept', async () => {
    source.shardAccountBoc = shardAccountOf(wallet.address, states.active(wallet.state), { grams: 5n });
    expect(await estimate()).toMatchObject({ isAccepted: false, gasFee: '0', storageFee: STORAGE });
  });

  it('uninit takes no StateInit of another address', async () => {
    source.shardAccountBoc = uninit();
    const other = base64(new CellBuilder().storeUint(1, 8).endCell());
    expect(await estimate({ ...init, initDataBoc: other })).toMatchObject({ isAccepted: false, gasFee: '0' });
    expect(await estimate({ ...init, initCodeBoc: null })).toMatchObject({ isAccepted: false });
  });

  it('unknown is an error', async () => {
    source.shardAccountBoc = 'not known';
    await expect(estimate()).rejects.toMatchObject({ code: 'account_unknown' });
  });

  it('special in the masterchain pays for nothing', async () => {
    const elector = { workchain: -1, hash: new Uint8Array(32).fill(0x33) };
    source.shardAccountBoc = shardAccountOf(elector, states.active(wallet.state));
    const changes = { workchain: -1, accountHex: '33'.repeat(32) };
    const fees = { importFee: '0', storageFee: '0', gasFee: '0', forwardFee: '0' };
    expect(await estimate({ ...changes, bodyBoc: base64(forged), ignoresSignatures: false })).toMatchObject({
      ...fees,
      isAccepted: false,
    });
    expect(await estimate(changes)).toMatchObject({ importFee: '0', gasFee: '0', isAccepted: true });
  });
});

describe('libraries', () => {
  const code = wallet.state.code!;
  const state = { ...wallet.state, code: libraryReference(code.hash()) };

  it('of the chain are given to the run', async () => {
    const plain = await estimate();
    // An executor keeps the account at a block.
    executor = open();
    source.shardAccountBoc = shardAccountOf(wallet.address, states.active(state));
    source.libraries.set(hashToHex(code.hash()), writeBag([code]));
    expect(await estimate()).toEqual(plain);
    expect(source.asked).toContain(`library ${hashToHex(code.hash()).slice(0, 4)}`);
  });

  it('that do not exist keep the contract from accepting', async () => {
    source.shardAccountBoc = shardAccountOf(wallet.address, states.active(state));
    expect(await estimate()).toMatchObject({ isAccepted: false });
  });

  it('of the account itself are found', async () => {
    const library = buildHashmap([{ key: code.hash(), value: code }], {
      keyBits: 256,
      storeValue: (builder, cell) => builder.storeBit(0).storeRef(cell),
    });
    source.shardAccountBoc = shardAccountOf(wallet.address, states.active({ ...state, library }));
    expect(await estimate()).toMatchObject({ isAccepted: true });
  });

  it('of which nobody knows are an error, also when only the message names them', async () => {
    const boc = shardAccountOf(wallet.address, states.active(wallet.state));
    const state: ChainState = {
      point: async () => ({ ...block, key: 'block', endLt: 0n }),
      readAhead: async () => undefined,
      account: async () => shardAccountParts(boc),
      shardAccount: async () => ({ boc, parts: shardAccountParts(boc) }),
      config: async () => configBoc,
      previousBlocks: async () => null,
      library: async () => 'unknown',
    };
    const bounds = { environmentsMax: 1, librariesMax: 1, libraryBytesMax: 1_000 };
    const lanes = createLanes({
      slowGas: 1_000_000n,
      slowRunningMax: 1,
      slowWaitingMax: 1,
      firstRunningMax: 1,
      firstWaitingMax: 1,
      kindsMax: 1,
    });
    const ask = createEstimateFee({ state, pool, lanes, surroundings: createSurroundings(state, bounds) });
    const body = new CellBuilder().storeRef(libraryReference(new Uint8Array(32).fill(1))).endCell();
    await expect(ask(call({ bodyBoc: base64(body) }), new AbortController().signal)).rejects.toMatchObject({
      code: 'library_unknown',
      fields: { hash: '01'.repeat(32) },
    });
    expect(await ask(call(), new AbortController().signal)).toMatchObject({ isAccepted: true });
  });
});

describe('a hostile message', () => {
  const chainOf = (depth: number): Cell => {
    let cell = new CellBuilder().endCell();
    for (let level = 0; level < depth; level += 1) cell = new CellBuilder().storeRef(cell).endCell();
    return cell;
  };
  /** A cell that does not fit into the message's own cell. */
  const long = (below: Cell): Cell => new CellBuilder().storeBytes(new Uint8Array(100)).storeRef(below).endCell();
  const wideBag = (): string => {
    const bytes = new Uint8Array(127).fill(1);
    let cells: Cell[] = Array.from({ length: 600 }, (_, index) =>
      new CellBuilder().storeUint(index, 16).storeBytes(bytes.subarray(0, 120)).endCell(),
    );
    while (cells.length > 1) {
      const parents: Cell[] = [];
      for (let at = 0; at < cells.length; at += 4) {
        const builder = new CellBuilder();
        for (const cell of cells.slice(at, at + 4)) builder.storeRef(cell);
        parents.push(builder.endCell());
      }
      cells = parents;
    }
    return base64(cells[0]!);
  };

  it.each([
    ['is no bag of cells', { bodyBoc: 'AAAA' }, /^INVALID_BAG_OF_CELLS: body: /],
    ['is empty', { bodyBoc: '' }, /^INVALID_BAG_OF_CELLS: body: /],
    ['has bytes behind its bag', { bodyBoc: base64(signed).replace(/=*$/, 'AAAA') }, /^INVALID_BAG_OF_CELLS: body: /],
    ['has a code that is no bag', { initCodeBoc: 'AAAA' }, /^INVALID_BAG_OF_CELLS: init_code: /],
    ['has data that are no bag', { initDataBoc: 'AAAA' }, /^INVALID_BAG_OF_CELLS: init_data: /],
    [
      'has two roots',
      { bodyBoc: Buffer.from(writeBag([signed, forged])).toString('base64') },
      /^INVALID_BAG_OF_CELLS: body: it has not exactly one root$/,
    ],
    ['is too deep', { bodyBoc: base64(chainOf(600)) }, /^INVALID_BAG_OF_CELLS: body: /],
    ['is too deep as a whole', { bodyBoc: base64(long(chainOf(511))) }, /^failed to parse external message: /],
    ['is too long', { bodyBoc: wideBag() }, /^INVALID_BAG_OF_CELLS: body: it has more than 65535 bytes$/],
  ])('that %s is a typed error, and nothing is looked up for it', async (_what, changes, text) => {
    await expect(estimate(changes)).rejects.toMatchObject({
      code: 'bad_message',
      message: expect.stringMatching(text),
    });
    expect(source.asked).toEqual([]);
  });

  it('with exotic cells is answered, but not when its body is one', async () => {
    const before = pool.status();
    source.shardAccountBoc = shardAccountOf(wallet.address, states.uninit);
    for (const cell of [libraryReference(new Uint8Array(32).fill(1)), merkleProof(signed)]) {
      const error = { code: 'bad_message', message: 'INVALID_BAG_OF_CELLS: body: its root is an exotic cell' };
      await expect(estimate({ bodyBoc: base64(cell) })).rejects.toMatchObject(error);
      const body = new CellBuilder().storeRef(cell).endCell();
      expect(await estimate({ bodyBoc: base64(body) })).toMatchObject({ isAccepted: false });
      for (const part of ['initCodeBoc', 'initDataBoc']) {
        expect(await estimate({ ...init, [part]: base64(cell) })).toMatchObject({ isAccepted: false });
      }
    }
    // None of them broke the emulator.
    expect(pool.status()).toEqual(before);
  });

  it('with few cells that describe a very large tree is answered quickly', async () => {
    let cell = new CellBuilder().endCell();
    for (let level = 0; level < 500; level += 1) {
      cell = new CellBuilder().storeRef(cell).storeRef(cell).storeRef(cell).storeRef(cell).endCell();
    }
    const startedMs = performance.now();
    expect(await estimate({ bodyBoc: base64(cell) })).toMatchObject({ isAccepted: false });
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('that makes the contract loop is ended by its gas', async () => {
    // ACCEPT, PUSHCONT {}, AGAIN.
    const code = new CellBuilder().storeUint(0xf8009100ea, 40).endCell();
    source.shardAccountBoc = shardAccountOf(wallet.address, states.active({ ...wallet.state, code }));
    // 1,000,000 gas at 400 nanograms.
    expect(await estimate()).toMatchObject({ isAccepted: true, gasFee: '400000000', forwardFee: '0' });
  });
});

it('a caller who has left is not waited for', async () => {
  const gone = AbortSignal.abort();
  await expect(executor.estimateFee(call(), { signal: gone })).rejects.toMatchObject({ code: 'timed_out' });
});

it('more messages than may be in progress are refused', async () => {
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => estimate()));
  const refused = all.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused).toHaveLength(20);
  expect(refused[0]?.reason).toMatchObject({ code: 'overloaded', isRetryable: true });
});
