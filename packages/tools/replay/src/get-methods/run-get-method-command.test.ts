import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Cell, CellBuilder } from '@tonriver/boc';
import { buildHashmap, standardAddress, storeAccount, storeShardAccount } from '@tonriver/chain-model';
import { describeRecorded, type FileNeed, temporaryDirectory } from '@tonriver/testing';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { base64, outputOf, recordOf, reportOf, smallConfig } from '../small-recordings.test-support.ts';
import { createGetMethodPaths } from './run-get-method-command.ts';

let pool: TvmPool;

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 10_000, wallTimeMs: 60_000, memoryMbMax: 512 });
});

afterAll(async () => {
  await pool.close();
});

/** Recordings name configurations in the folder `config`. */
const RECORDINGS: FileNeed = {
  what: 'recordings in accounts/getmethods',
  folder: 'accounts/getmethods',
  isFile: (name) => name.endsWith('.json'),
};

describeRecorded('recorded get-methods', [RECORDINGS, 'config'], (data) => {
  const folder = data.path('accounts', 'getmethods');

  it('of a whole folder give the recorded stack, exit code and gas', async () => {
    const text = await reportOf(pool, createGetMethodPaths(), folder);
    const passed = Number(/^(\d+) passed, 0 failed\n$/m.exec(text)?.[1]);
    expect(passed).toBeGreaterThanOrEqual(data.isWhole ? 80 + 47 + 1_004 : 1);
  });
});

describe('a recorded get-method', () => {
  const byte = base64(new CellBuilder().storeUint(7, 8).endCell());
  const methodNumber = { type: 'num', value: '5' };
  const entries = [
    { type: 'num', value: '-7' },
    { type: 'num', value: `${2n ** 256n - 1n}` },
    { type: 'num', value: '-0x10' },
    { type: 'nan' },
    { type: 'null' },
    { type: 'cell', boc: byte },
    { type: 'slice', boc: byte },
    { type: 'builder', boc: byte },
    { type: 'slice_addr', value: `0:${'ab'.repeat(32)}` },
    { type: 'tuple', items: [] },
    {
      type: 'tuple',
      items: [
        { type: 'num', value: '1' },
        { type: 'tuple', items: [{ type: 'null' }] },
      ],
    },
    {
      type: 'list',
      items: [
        { type: 'num', value: '1' },
        { type: 'cell', boc: byte },
      ],
    },
  ];

  it.each(entries)('takes and gives an entry like $type $value', async (entry) => {
    const reference = { exit_code: 0, stack: [entry, methodNumber] };
    const text = await outputOf(pool, createGetMethodPaths(), [recordOf({ args: [entry], reference })]);
    expect(text).toBe('1 passed, 0 failed\n');
  });

  it('fails and reports every difference', async () => {
    const reference = { exit_code: 1, gas_used: 99, stack: [{ type: 'num', value: '8' }] };
    const text = await outputOf(pool, createGetMethodPaths(), [recordOf({ reference })]);
    expect(text).toContain('exit code 0, not 1');
    expect(text).toContain('not 99');
    expect(text).toContain('stack[0] is 5, not 8');
    expect(text).toMatch(/0 passed, 1 failed\n$/);
  });

  it('with a missing library compares the hash of that library', async () => {
    const hash = 'cd'.repeat(32);
    const code = new CellBuilder().storeUint(2, 8).storeBytes(Buffer.from(hash, 'hex')).endExotic('library');
    const record = recordOf({
      code_boc: base64(code),
      reference: { exit_code: 9, missing_library: hash, stack: null },
    });
    expect(await outputOf(pool, createGetMethodPaths(), [record])).toBe('1 passed, 0 failed\n');
  });

  it.each([
    ['is no JSON', '{', 'unreadable_path'],
    ['has another form', { some: 'thing' }, 'bad_recording'],
    ['holds nothing to compare', [recordOf({})], 'recording_unknown_form'],
  ])('in a file that %s ends with a clear error', async (_what, content, code) => {
    await expect(outputOf(pool, createGetMethodPaths(), content)).rejects.toMatchObject({ code });
  });

  const reference = { exit_code: 0 };

  it.each([
    ['no configuration', { config_boc: null }, '0.config: there is no configuration'],
    ['a file that is not there', { config_boc: null, config: 'config/none.boc' }, 'names config/none.boc'],
    ['bytes that are no Base64', { code_boc: '?' }, '0.code_boc: neither Base64 nor'],
    ['bytes that are no bag', { data_boc: 'AAAA' }, '0.data_boc: '],
    ['an argument of no known type', { args: [{ type: 'x' }] }, '0.reference.args.0: there is no stack entry'],
    ['a tuple that is no list', { args: [{ type: 'tuple', value: 'x' }] }, '0.reference.args.0: '],
    ['a seed of other than 32 bytes', { rand_seed: 'abcd' }, '0.rand_seed: not 32 bytes'],
    ['a balance that is none', { balance: 'much' }, '0.balance: not an integer'],
    ['a gas limit with a fraction', { gas_limit: 1.5 }, '0.gas_limit: not an integer'],
    ['an address that is none', { address: 'x' }, '0.address: '],
    ['no method', { method_id: null }, '0.reference.method: there is no method'],
    ['no exit code', { reference: {} }, '0.reference.exit_code: '],
    ['a result stack that is no bag', { reference: { exit_code: 0, stack_boc: 'AAAA' } }, '0.reference.stack_boc: '],
    ['a whole c7, which is not understood', { c7_boc: smallConfig }, '0.c7_boc: such a member is not understood'],
  ])('with %s is named, and does not keep the others from being run', async (_what, fields, words) => {
    const broken = recordOf({ reference, ...fields });
    const text = await outputOf(pool, createGetMethodPaths(), [broken, recordOf({ reference })]);
    expect(text).toMatch(/^UNREADABLE recording\.json 0/);
    expect(text).toContain(words);
    expect(text).toMatch(/\n1 passed, 1 failed\n$/);
  });

  it('runs although another file of its folder cannot be read', async () => {
    const folder = temporaryDirectory();
    try {
      writeFileSync(join(folder.path, 'a.json'), '{');
      writeFileSync(join(folder.path, 'b.json'), JSON.stringify([recordOf({ reference })]));
      writeFileSync(join(folder.path, 'c.json'), 'null');
      const text = await reportOf(pool, createGetMethodPaths(), folder.path);
      expect(text).toMatch(/UNREADABLE .*a\.json\n/);
      expect(text).toMatch(/c\.json is no recorded get-method: passed over\n/);
      expect(text).toMatch(/\n1 passed, 1 failed\n$/);
    } finally {
      folder.remove();
    }
  });
});

describe('a recorded get-method is also read with', () => {
  const hexOf = (text: string): string => Buffer.from(text, 'base64').toString('hex');
  const contents = new CellBuilder().storeUint(0xaa_bb, 16).endCell();
  // RANDU256, and what the seed zero gives.
  const random = base64(new CellBuilder().storeUint(0xf810, 16).endCell());
  // GETBALANCE and its coins; the extra currencies; the time.
  const shows = (hex: string): string => base64(new CellBuilder().storeBytes(Buffer.from(hex, 'hex')).endCell());
  const number = (value: string) => ({
    exit_code: 0,
    stack: [
      { type: 'num', value: '5' },
      { type: 'num', value },
    ],
  });
  const anything = { exit_code: 0 };
  const byName = { method: 'seqno', method_id: null };
  const leavesMethod = { exit_code: 0, stack: [{ type: 'num', value: '85143' }] };

  const cases: readonly (readonly [string, Record<string, unknown>])[] = [
    ['bags in hexadecimal', { code_boc: hexOf(base64(contents)), config_boc: hexOf(smallConfig).toUpperCase() }],
    ['bags in lines', { code_boc: `${base64(contents).slice(0, 8)}\n ${base64(contents).slice(8)}` }],
    ['a configuration under the other name', { config_boc: null, config: smallConfig }],
    ['a friendly address', { address: 'EQAREREREREREREREREREREREREREREREREREREREREREeYT' }],
    ['an address of the masterchain', { address: `-1:${'11'.repeat(32)}` }],
    ['a method by its name', { ...byName, reference: leavesMethod }],
    ['a method by a number', { method: 85143, method_id: null, reference: leavesMethod }],
    ['a method by a number in a text', { method: '0x14c97', method_id: null, reference: leavesMethod }],
    ['the method of the result before that of the record', { reference: { ...leavesMethod, method: 'seqno' } }],
    ['a number below zero', { method_id: -1, reference: { exit_code: 0, stack: [{ type: 'num', value: '-1' }] } }],
    ['no seed, which is zero', { code_boc: random, reference: anything }],
    ['a seed in Base64', { rand_seed: Buffer.alloc(32).toString('base64'), gas_limit: '1000000' }],
    ['null for what is not there', { unixtime: null, balance: null, rand_seed: null, gas_limit: null, args: null }],
    ['a balance as a number', { balance: 7, code_boc: shows('f8276f10'), reference: number('7') }],
    ['a time as a text', { unixtime: '1700000000', code_boc: shows('f823'), reference: number('1700000000') }],
    [
      'an exit code as a text',
      { reference: { exit_code: '0', gas_used: '5' }, code_boc: base64(new CellBuilder().endCell()) },
    ],
    [
      'arguments with the result',
      {
        reference: {
          exit_code: 0,
          args: [{ type: 'num', value: 3 }],
          stack: [
            { type: 'num', value: '0x3' },
            { type: 'num', value: '+5' },
          ],
        },
      },
    ],
    ['a list of currencies', { extra_currencies: [{ id: 100, amount: '5' }] }],
    [
      'a missing library in capitals',
      { code_boc: libraryCell('cd'), reference: { exit_code: 9, missing_library: 'CD'.repeat(32) } },
    ],
    ['no code', { code_boc: null, reference: { exit_code: -13, gas_used: 0, stack: [] } }],
    ['an account that does not exist', { code_boc: undefined, shard_account_boc: null, reference: { exit_code: -13 } }],
  ];

  it.each(cases)('%s', async (_what, fields) => {
    const record = recordOf({ reference: { exit_code: 0 }, ...fields });
    expect(await outputOf(pool, createGetMethodPaths(), [record])).toBe('1 passed, 0 failed\n');
  });

  it('numbers of any length without quotes, not rounded', async () => {
    const value = 2n ** 255n + 1n;
    const text = JSON.stringify([recordOf({ args: ['ARGUMENT'], reference: number('x') })])
      .replace('"ARGUMENT"', `{"type":"num","value":${value}}`)
      .replace(
        '[{"type":"num","value":"5"},{"type":"num","value":"x"}]',
        `[{"type":"num","value":${value}},{"type":"num","value":5}]`,
      );
    expect(await outputOf(pool, createGetMethodPaths(), text)).toBe('1 passed, 0 failed\n');
    const other = text.replace(`${value}`, `${value + 1n}`);
    expect(await outputOf(pool, createGetMethodPaths(), other)).toMatch(/0 passed, 1 failed\n$/);
  });

  it('libraries of several kinds at once', async () => {
    const [first, second] = [1, 2].map((value) => new CellBuilder().storeUint(0x70 + value, 8).endCell());
    const dictionary = base64(
      buildHashmap([{ key: first!.hash(), value: first! }], {
        keyBits: 256,
        storeValue: (builder, cell) => void builder.storeRef(cell),
      })!,
    );
    const fields = { libs_dict_boc: dictionary, library_cells_boc: [base64(second!)] };
    const records = [first!, second!].map((cell, index) =>
      recordOf({
        ...fields,
        code_boc: libraryCell(Buffer.from(cell.hash()).toString('hex')),
        reference: number(`${index + 1}`),
      }),
    );
    expect(await outputOf(pool, createGetMethodPaths(), records)).toBe('2 passed, 0 failed\n');
  });

  it("the account's own libraries", async () => {
    const library = new CellBuilder().storeUint(0x77, 8).endCell();
    const own = buildHashmap([{ key: library.hash(), value: library }], {
      keyBits: 256,
      storeValue: (builder, cell) => void builder.storeBit(0).storeRef(cell),
    });
    const code = new CellBuilder().storeUint(2, 8).storeBytes(library.hash()).endExotic('library');
    const record = recordOf({
      code_boc: undefined,
      shard_account_boc: shardAccount({ code, library: own }),
      reference: number('7'),
    });
    expect(await outputOf(pool, createGetMethodPaths(), [record])).toBe('1 passed, 0 failed\n');
  });

  it('the balance of the account when the record has none', async () => {
    const code = new CellBuilder().storeUint(0xf8276f10, 32).endCell();
    const account = shardAccount({ code, library: null });
    const records = [
      recordOf({ code_boc: undefined, shard_account_boc: account, reference: number('12345') }),
      recordOf({ code_boc: undefined, shard_account_boc: account, balance: '5', reference: number('5') }),
    ];
    expect(await outputOf(pool, createGetMethodPaths(), records)).toBe('2 passed, 0 failed\n');
  });
});

function libraryCell(hash: string): string {
  const whole = hash.length === 64 ? hash : hash.repeat(32);
  return base64(new CellBuilder().storeUint(2, 8).storeBytes(Buffer.from(whole, 'hex')).endExotic('library'));
}

function shardAccount({ code, library }: { readonly code: Cell; readonly library: Cell | null }): string {
  const stateInit = { fixedPrefixLength: null, special: null, code, data: null, library };
  const account = new CellBuilder();
  storeAccount(account, {
    address: standardAddress({ workchain: 0, hash: Buffer.from('11'.repeat(32), 'hex') }),
    storageInfo: { used: { cells: 0, bits: 0 }, storageDictHash: null, lastPaid: 0, duePayment: null },
    storage: {
      lastTransLt: 0n,
      balance: { grams: 12_345n, extra: [] },
      state: { type: 'active', stateInit, stateHash: null },
    },
  });
  const whole = new CellBuilder();
  storeShardAccount(whole, { account: account.endCell(), lastTransHash: new Uint8Array(32), lastTransLt: 0n });
  return base64(whole.endCell());
}
