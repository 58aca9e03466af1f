import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { buildHashmap, loadAccount, loadShardAccount } from '@tonriver/chain-model';
import { describeRecorded, temporaryDirectory } from '@tonriver/testing';
import { openRecordedAccounts } from './index.ts';

const directory = temporaryDirectory();
afterAll(() => directory.remove());

const cell = (value: number) => writeBag([new CellBuilder().storeUint(value, 32).endCell()]);
const text = (boc: Uint8Array): string => Buffer.from(boc).toString('base64');
const address = `0:${'ab'.repeat(32)}`;
const hash = Buffer.from('ab'.repeat(32), 'hex');

const call = (changes: Record<string, unknown> = {}) => ({
  id: 'a call',
  address,
  method: 'seqno',
  method_id: 85143,
  code_boc: text(cell(1)),
  data_boc: text(cell(2)),
  config: 'config/one.boc',
  unixtime: 1_700_000_000,
  balance: '5',
  rand_seed: '00'.repeat(32),
  gas_limit: 1_000_000,
  ...changes,
});

/** A folder of recordings: `config` two levels above the files, as in the folder of recorded data. */
function write(name: string, content: unknown): string {
  mkdirSync(join(directory.path, 'config'), { recursive: true });
  mkdirSync(join(directory.path, 'accounts', 'getmethods'), { recursive: true });
  writeFileSync(join(directory.path, 'config', 'one.boc'), cell(7));
  writeFileSync(join(directory.path, 'config', 'two.boc'), cell(8));
  const file = join(directory.path, 'accounts', 'getmethods', name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const open = (content: unknown) => openRecordedAccounts({ files: [write('calls.json', content)], folders: [] });
const intended = { address: { workchain: 0, hash }, methodId: 85143 };

describe('openRecordedAccounts', () => {
  it('returns accounts with the recorded code, data and balance, and the configuration', async () => {
    const source = open([call()]);
    const point = await source.head(intended);
    expect(point).toMatchObject({
      seqno: 1,
      rootHash: null,
      unixTime: 1_700_000_000,
      recorded: { gasLimit: 1_000_000n },
    });
    const bag = Bag.parse((await source.account(intended.address, point))?.shardAccountBoc ?? new Uint8Array());
    const account = loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account);
    const { balance, state } = account?.storage ?? {};
    expect([balance?.grams, state?.type]).toEqual([5n, 'active']);
    expect(bag.slice(state?.stateInit?.code ?? -1).loadUint(32)).toBe(1);
    expect(await source.config(point)).toEqual(Buffer.from(cell(7)));
    expect(await source.previousBlocks(point)).toBeNull();
  });

  it('has one block for equal surroundings, and another one when anything differs', () => {
    const other = { address: `0:${'cd'.repeat(32)}` };
    const source = open([
      call(),
      call({ method: 'get_public_key', method_id: 78748 }),
      call(other),
      call({ unixtime: 1_700_000_001 }),
      call({ balance: '6' }),
      call({ ...other, config: 'config/two.boc' }),
      call({ ...other, library_cells_boc: [text(cell(9))] }),
    ]);
    expect(source.calls().map(({ seqno }) => seqno)).toEqual([1, 1, 1, 2, 3, 4, 5]);
  });

  it('finds an account without a seqno when one block has it, or one has the method', async () => {
    const source = open([
      call(),
      call({ unixtime: 5, method: 'get_public_key', method_id: 78748 }),
      call({ unixtime: 6 }),
    ]);
    expect(source.calls().map(({ isDefault }) => isDefault)).toEqual([false, true, false]);
    expect((await source.head({ ...intended, methodId: 78748 })).seqno).toBe(2);
    await expect(source.head(intended)).rejects.toMatchObject({
      code: 'ambiguous_account',
      fields: { seqnos: '1, 3' },
    });
    await expect(source.head({ ...intended, methodId: 1 })).rejects.toMatchObject({ fields: { seqnos: '1, 2, 3' } });
  });

  it('prefers the given block when it has the account', async () => {
    const files = [write('calls.json', [call(), call({ unixtime: 5 }), call({ address: `0:${'cd'.repeat(32)}` })])];
    const source = openRecordedAccounts({ files, folders: [], preferredSeqno: 2 });
    expect((await source.head(intended)).seqno).toBe(2);
    const other = { workchain: 0, hash: Buffer.from('cd'.repeat(32), 'hex') };
    expect((await source.head({ ...intended, address: other })).seqno).toBe(1);
  });

  it('returns only libraries of the own recording, by hash', async () => {
    const bag = Bag.parse(cell(9));
    const source = open([call(), call({ unixtime: 5, library_cells_boc: [text(cell(9))] })]);
    const [without, having] = [await source.point(1), await source.point(2)];
    if (without === undefined || having === undefined) throw new TypeError('Two blocks were expected');
    expect(await source.library(bag.hash(bag.root), having)).toEqual(cell(9));
    expect(await source.library(bag.hash(bag.root), without)).toBeUndefined();
  });

  it('finds named libraries in the dictionary beside the configuration', async () => {
    const bag = Bag.parse(cell(9));
    const key = bag.hash(bag.root);
    const kind = { keyBits: 256, storeValue: (builder: CellBuilder, value: Cell) => builder.storeRef(value) };
    const root = buildHashmap([{ key, value: bag.toCell(bag.root) }], kind);
    const file = (used: Uint8Array) => ({
      config: 'config/one.boc',
      rand_seed: '00'.repeat(32),
      contracts: [
        {
          address,
          code_boc: text(cell(1)),
          data_boc: text(cell(2)),
          reference_unixtime: 1,
          reference_balance: '5',
          reference: [{ method_id: 1, libraries_used: [Buffer.from(used).toString('hex')] }],
        },
      ],
    });
    write('x.json', {});
    writeFileSync(join(directory.path, 'config', 'some_libraries.boc'), writeBag(root === null ? [] : [root]));
    const source = open(file(key));
    expect(await source.library(key, await source.head(intended))).toEqual(cell(9));
    expect(() => open(file(new Uint8Array(32)))).toThrow(expect.objectContaining({ code: 'bad_recording' }));
  });

  it('throws when an account, block or library was not recorded', async () => {
    const source = open([call()]);
    const address = { workchain: -1, hash };
    const point = await source.head(intended);
    await expect(source.head({ address, methodId: 1 })).rejects.toMatchObject({ code: 'account_not_known' });
    await expect(source.account(address, point)).rejects.toMatchObject({ code: 'account_not_known' });
    expect(await source.point(2)).toBeUndefined();
    expect(await source.point(0)).toBeUndefined();
  });

  it.each<readonly [string, Record<string, unknown>]>([
    [
      'bags in hexadecimal',
      { code_boc: Buffer.from(cell(1)).toString('hex'), data_boc: text(cell(2)).replace(/=+$/, '') },
    ],
    ['a configuration in place', { config: text(cell(7)) }],
    ['a friendly address', { address: 'EQCrq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq8Uk' }],
    ['texts for numbers', { unixtime: '1700000000', gas_limit: '1000000', method_id: '0x14c97' }],
    ['numbers for texts', { balance: 5 }],
    ['nothing that has a default', { rand_seed: null, gas_limit: undefined, id: undefined }],
    ['a seed in Base64', { rand_seed: Buffer.alloc(32).toString('base64') }],
    ['only the name of the method', { method_id: undefined }],
    ['the number with the result', { reference: { method_id: 85143 } }],
  ])('may be written in other ways: %s', async (_what, changes) => {
    const source = open([call(changes)]);
    const point = await source.head(intended);
    expect(point).toMatchObject({ unixTime: 1_700_000_000, recorded: { gasLimit: 1_000_000n } });
    expect(Buffer.from(await source.config(point))).toEqual(Buffer.from(cell(7)));
    const bag = Bag.parse((await source.account(intended.address, point))?.shardAccountBoc ?? new Uint8Array());
    const { balance, state } = loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account)!.storage;
    const { code, data } = state.stateInit!;
    expect([balance.grams, bag.slice(code!).loadUint(32), bag.slice(data!).loadUint(32)]).toEqual([5n, 1, 2]);
    expect(source.calls()).toMatchObject([{ method: 'seqno', methodId: 85143 }]);
  });

  it('returns the recorded previous blocks, which are part of the surroundings', async () => {
    const source = open([call({ prev_blocks_info_stack_boc: text(cell(3)) }), call()]);
    const [having, without] = [await source.point(1), await source.point(2)];
    expect(Buffer.from((await source.previousBlocks(having!))!)).toEqual(Buffer.from(cell(3)));
    expect(await source.previousBlocks(without!)).toBeNull();
  });

  it('returns an inactive account when the code is null', async () => {
    const source = open([call({ code_boc: null, data_boc: null })]);
    const point = await source.head(intended);
    const bag = Bag.parse((await source.account(intended.address, point))?.shardAccountBoc ?? new Uint8Array());
    expect(loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account)?.storage.state.type).toBe('uninit');
  });

  it.each([
    ['a file that is not JSON', '{', 'unreadable_path'],
    ['another form', { blocks: [] }, 'bad_recording'],
    ['an invalid bag of cells', [call({ code_boc: 'AAAA' })], 'bad_recording'],
    ['an invalid address', [call({ address: 'x' })], 'bad_recording'],
    ['a missing configuration', [call({ config: 'config/three.boc' })], 'unreadable_path'],
  ])('%s is refused with the name of the file', (_what, content, code) => {
    expect(() => open(content)).toThrow(
      expect.objectContaining({
        code,
        fields: expect.objectContaining({ file: expect.stringContaining('calls.json') }),
      }),
    );
  });
});

const RECORDED_FILES = ['known_contracts.json', 'inspected_contracts.json', 'mainnet_block_71398501_accounts.json'].map(
  (name) => `accounts/getmethods/${name}`,
);

describeRecorded('openRecordedAccounts over the data folder', RECORDED_FILES, (data) => {
  it('reads accounts of every file', () => {
    const files = RECORDED_FILES.map((file) => data.path(file));
    const calls = openRecordedAccounts({ files, folders: [] }).calls();
    expect(calls.length).toBeGreaterThanOrEqual(data.isWhole ? 80 + 47 + 1004 : 1);
    expect(calls.filter(({ isDefault }) => !isDefault).length).toBeLessThan(calls.length / 10);
  });
});
