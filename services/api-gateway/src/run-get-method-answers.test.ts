import { beforeEach, describe, expect, it } from '@jest/globals';
import type { NeutralStackEntry } from '@tonriver/api-model';
import { answerSchemaOf } from './testing/answer-schema.test-support.ts';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import {
  address,
  boc,
  CONTRACT,
  DEPLOYED,
  describeGetMethods,
  said,
} from './testing/get-method-gateway.test-support.ts';

const { executor, v3, v2 } = describeGetMethods();
const stackOf = (json: Record<string, unknown>): unknown => (json['result'] as Record<string, unknown>)['stack'];

const result: readonly NeutralStackEntry[] = [
  { type: 'number', value: '-31' },
  { type: 'cell', boc },
  { type: 'slice', boc },
  { type: 'null' },
  { type: 'list', items: [{ type: 'number', value: '5' }, { type: 'null' }] },
  {
    type: 'tuple',
    items: [
      { type: 'number', value: '31' },
      { type: 'slice', boc },
    ],
  },
];

describe('the answer of v3', () => {
  beforeEach(() => {
    executor.next = { stack: [...result] };
  });
  const shown = (slice: string) => [
    { type: 'num', value: '-0x1f' },
    { type: 'cell', value: boc },
    { type: slice, value: boc },
    { type: 'list', value: [] },
    {
      type: 'list',
      value: [
        { type: 'num', value: '0x5' },
        { type: 'list', value: [] },
      ],
    },
    {
      type: 'tuple',
      value: [
        { type: 'num', value: '0x1f' },
        { type: 'slice', value: boc },
      ],
    },
  ];

  it('as deployed has three members, and slices at the top are cells', async () => {
    const { json } = await v3(DEPLOYED);
    expect(json).toEqual({ gas_used: 549, exit_code: 0, stack: shown('cell') });
    expect(answerSchemaOf('/v3/runGetMethod', 'deployed').safeParse(json).error).toBeUndefined();
  });

  it('of the contract has the members of the request and the block of the run', async () => {
    const { json, headers } = await v3(CONTRACT, { seqno: 40 });
    expect(json).toEqual({
      address,
      method: 'seqno',
      gas_used: 549,
      exit_code: 0,
      stack: shown('slice'),
      block: {
        workchain: -1,
        shard: '-9223372036854775808',
        seqno: 40,
        root_hash: Buffer.alloc(32, 1).toString('base64'),
        file_hash: null,
        gen_utime: '1700000000',
      },
      last_transaction_id: { lt: '49000000000001', hash: Buffer.alloc(32, 2).toString('base64') },
      missing_library: null,
    });
    expect(answerSchemaOf('/v3/runGetMethod', 'contract').safeParse(json).error).toBeUndefined();
    expect([headers.get('x-indexed-seqno'), headers.get('x-run-seqno')]).toEqual(['40', '40']);
  });

  it.each(['builder', 'continuation'] as const)('cannot show a %s', async (type) => {
    executor.next = { stack: [{ type: 'tuple', items: [type === 'builder' ? { type, boc } : { type }] }] };
    const text = 'failed to decode api/v2 stack: unsupported stack entry type: unsupported';
    for (const base of [CONTRACT, DEPLOYED]) expect(said(await v3(base))).toEqual([501, text]);
  });

  it('contains an exit code as data', async () => {
    executor.next = { exitCode: -13, gasUsed: 0, missingLibraryHex: '0A'.repeat(32) };
    const { status, json } = await v3(CONTRACT);
    const missing = Buffer.alloc(32, 10).toString('base64');
    expect([status, json['exit_code'], json['missing_library']]).toEqual([200, -13, missing]);
  });
});

describe('the answer of v2', () => {
  const number = (text: string) => ({
    '@type': 'tvm.stackEntryNumber',
    number: { '@type': 'tvm.numberDecimal', number: text },
  });
  const empty = { '@type': 'tvm.list', elements: [] };
  const object = { data: { b64: 'AAE=', len: 16 }, refs: [], special: false };
  const runResult = {
    '@type': 'smc.runResult',
    gas_used: 549,
    stack: [
      ['num', '-0x1f'],
      ['cell', { bytes: boc, object }],
      ['cell', { bytes: boc, object }],
      ['list', empty],
      ['list', { '@type': 'tvm.list', elements: [number('5'), { '@type': 'tvm.stackEntryList', list: empty }] }],
      [
        'tuple',
        {
          '@type': 'tvm.tuple',
          elements: [number('31'), { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes: boc } }],
        },
      ],
    ],
    exit_code: 0,
    block_id: {
      '@type': 'ton.blockIdExt',
      workchain: -1,
      shard: '-9223372036854775808',
      seqno: 40,
      root_hash: Buffer.alloc(32, 1).toString('base64'),
      file_hash: '',
    },
    last_transaction_id: {
      '@type': 'internal.transactionId',
      lt: '49000000000001',
      hash: Buffer.alloc(32, 2).toString('base64'),
    },
  };

  it('as deployed is an object in an envelope', async () => {
    executor.next = { stack: [...result], isCached: true };
    const { json } = await v2(DEPLOYED);
    expect(json).toEqual({ ok: true, result: runResult, '@extra': expect.stringMatching(/^\d{10}:_:\d+\.\d{3}:c$/) });
    expect(answerSchemaOf('/v2/runGetMethod', 'deployed').safeParse(json).error).toBeUndefined();
  });

  it('of the contract is a string with the same content', async () => {
    executor.next = { stack: [...result] };
    const { json } = await v2(CONTRACT);
    expect({ ...json, result: JSON.parse(String(json['result'])) }).toEqual({ ok: true, result: runResult });
    expect(answerSchemaOf('/v2/runGetMethod', 'contract').safeParse(json).error).toBeUndefined();
  });

  it('names entries that it cannot print', async () => {
    executor.next = {
      stack: [{ type: 'builder', boc }, { type: 'tuple', items: [{ type: 'continuation' }] }, { type: 'nan' }],
    };
    const { json } = await v2(DEPLOYED);
    expect(stackOf(json)).toEqual([
      ['unsupported', ''],
      ['tuple', { '@type': 'tvm.tuple', elements: [{ '@type': 'tvm.stackEntryUnsupported' }] }],
      ['num', 'NaN'],
    ]);
  });

  it('leaves out the object of a cell when that would be too large', async () => {
    let cell = new CellBuilder().endCell();
    for (let level = 0; level < 100; level += 1) cell = new CellBuilder().storeRef(cell).storeRef(cell).endCell();
    const bomb = Buffer.from(writeBag([cell])).toString('base64');
    executor.next = { stack: [{ type: 'cell', boc: bomb }] };
    const { json } = await v2(DEPLOYED);
    expect(stackOf(json)).toEqual([['cell', { bytes: bomb }]]);
  });

  it('prints objects for trees of 4,096 cells and chains of 513, and refuses larger ones before printing', async () => {
    const chain = (length: number): Cell => {
      let cell = new CellBuilder().endCell();
      for (let made = 1; made < length; made += 1) cell = new CellBuilder().storeRef(cell).endCell();
      return cell;
    };
    // Written out, each level has twice the cells of the one below, and one more.
    const tree = (levels: number): Cell => {
      let cell = new CellBuilder().endCell();
      for (let level = 0; level < levels; level += 1) cell = new CellBuilder().storeRef(cell).storeRef(cell).endCell();
      return cell;
    };
    const whole = new CellBuilder().storeRef(tree(11)).endCell();
    const shown = [whole, new CellBuilder().storeRef(whole).endCell(), chain(513), chain(514)];
    executor.next = {
      stack: shown.map((cell) => ({ type: 'cell', boc: Buffer.from(writeBag([cell])).toString('base64') })),
    };
    const { json } = await v2(DEPLOYED);
    const entries = stackOf(json) as readonly (readonly [string, { readonly object?: CellObjectLike }])[];
    const objects = entries.map(([, { object }]) => object);
    expect(objects.map((object) => (object === undefined ? undefined : sizeOf(object)))).toEqual([
      4096,
      undefined,
      513,
      undefined,
    ]);
  });
});

interface CellObjectLike {
  readonly refs: readonly CellObjectLike[];
}

function sizeOf({ refs }: CellObjectLike): number {
  return refs.reduce((sum, ref) => sum + sizeOf(ref), 1);
}
