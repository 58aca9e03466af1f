import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answerSchemas, GetMethodError, type GetMethodErrorCode, type NeutralStackEntry } from '@tonriver/api-model';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { createFakeExecutor, type FakeExecutor } from './testing/fake-executor.test-support.ts';
import { stubStore, watermarkRows } from './testing/stub-store.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from './testing/test-gateway.test-support.ts';

let gateway: TestGateway;
let executor: FakeExecutor;

beforeAll(async () => {
  executor = createFakeExecutor();
  gateway = await startTestGateway(
    stubStore(async (sql) => watermarkRows(sql) ?? []),
    { executor, config: { getMethodTimeoutMs: 300 } },
  );
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  executor.calls.length = 0;
  executor.next = {};
});

const [CONTRACT, DEPLOYED] = ['/api', '/toncenter/api'] as const;
const address = `0:${'AB'.repeat(32)}`;
const boc = Buffer.from(writeBag([new CellBuilder().storeUint(1, 16).endCell()])).toString('base64');
const basic = { address, method: 'seqno', stack: [] as unknown };

const send = (path: string, body: unknown, contentType = 'application/json'): Promise<TestAnswer> =>
  gateway.request(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': contentType },
  });
const v3 = (base: string, changes: object = {}) => send(`${base}/v3/runGetMethod`, { ...basic, ...changes });
const v2 = (base: string, changes: object = {}) => send(`${base}/v2/runGetMethod`, { ...basic, ...changes });
const rpc = (base: string, body: unknown) => send(`${base}/v2/jsonRPC`, body);
const asked = (): readonly NeutralStackEntry[] => executor.calls[0]?.stack ?? [];
const stackOf = (json: Record<string, unknown>): unknown => (json['result'] as Record<string, unknown>)['stack'];
const said = ({ status, json }: TestAnswer): unknown => [status, json['error']];

describe('what is run', () => {
  it.each([
    [address, 0],
    [address.toLowerCase(), 0],
    ['EQCcnk_wL2jZ6LLpeFvbPbh_7q3iddJLX6FTBo4oJuhbktQN', 0],
    ['Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF', -1],
  ])('the account %s', async (text, workchain) => {
    for (const ask of [v3, v2]) expect((await ask(CONTRACT, { address: text })).status).toBe(200);
    expect(executor.calls.map((call) => call.workchain)).toEqual([workchain, workchain]);
    expect(executor.calls[0]?.accountHex).toMatch(/^[0-9A-F]{64}$/);
  });

  it.each([
    ['seqno', 85143],
    ['85143', 85143],
    ['0x14c97', 85143],
    [85143, 85143],
    ['get_wallet_data', 97026],
  ])('the method %j', async (method, methodId) => {
    const answers = [await v3(CONTRACT, { method }), await v2(CONTRACT, { method }), await v2(DEPLOYED, { method })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(executor.calls.map((call) => call.methodId)).toEqual([methodId, methodId, methodId]);
  });

  it('the newest block, or one that is named; v3 as deployed names none', async () => {
    await v3(CONTRACT, { seqno: 7 });
    await v2(CONTRACT, { seqno: '7' });
    await v2(DEPLOYED, { seqno: 7 });
    await v3(DEPLOYED, { seqno: 7 });
    await v3(CONTRACT);
    expect(executor.calls.map(({ seqno }) => seqno)).toEqual([7, 7, 7, undefined, undefined]);
  });

  it.each([
    ['12', '12'],
    [12, '12'],
    ['-0x1f', '-31'],
    ['0XfF', '255'],
    [`0x${'f'.repeat(64)}`, (2n ** 256n - 1n).toString()],
    [(-(2n ** 256n)).toString(), (-(2n ** 256n)).toString()],
  ])('the number %j', async (value, number) => {
    await v3(DEPLOYED, { stack: [{ type: 'num', value }] });
    await v2(DEPLOYED, { stack: [['num', value]] });
    for (const name of ['int', 'number', 'integer']) await v2(DEPLOYED, { stack: [[name, value]] });
    expect(executor.calls.map(({ stack }) => stack)).toEqual(Array(5).fill([{ type: 'number', value: number }]));
  });

  it('a JSON number keeps digits that a double would lose', async () => {
    const body = (stack: string): string => `{"address":"${address}","method":"seqno","stack":[${stack}]}`;
    await send('/api/v3/runGetMethod', body('{"type":"num","value":-123456789012345678901234567890}'));
    await send('/toncenter/api/v2/runGetMethod', body('["num",9223372036854775807]'));
    expect(executor.calls.map(({ stack }) => stack[0])).toEqual([
      { type: 'number', value: '-123456789012345678901234567890' },
      { type: 'number', value: '9223372036854775807' },
    ]);
  });

  it('cells and slices in each of their forms', async () => {
    await v3(DEPLOYED, { stack: ['cell', 'slice'].map((type) => ({ type, value: boc })) });
    await v2(DEPLOYED, {
      stack: [
        ['tvm.Cell', boc],
        ['tvm.Slice', boc],
        ['cell', { bytes: boc, object: {} }],
        ['slice', { bytes: boc }],
      ],
    });
    await v2(CONTRACT, { stack: [['slice', boc]] });
    expect(executor.calls.map(({ stack }) => stack.map(({ type }) => type))).toEqual([
      ['cell', 'slice'],
      ['cell', 'slice', 'cell', 'slice'],
      ['slice'],
    ]);
  });

  it('tuples, lists and null', async () => {
    const expected = [
      {
        type: 'tuple',
        items: [
          { type: 'number', value: '1' },
          { type: 'list', items: [{ type: 'cell', boc }] },
        ],
      },
      { type: 'null' },
    ];
    const one = { type: 'num', value: '1' };
    await v3(CONTRACT, {
      stack: [
        { type: 'tuple', value: [one, { type: 'list', value: [{ type: 'cell', value: boc }] }] },
        { type: 'null' },
      ],
    });
    expect(asked()).toEqual(expected);
    const list = { '@type': 'tvm.list', elements: [{ '@type': 'tvm.stackEntryCell', cell: { bytes: boc } }] };
    const elements = [
      { '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number: '1' } },
      { '@type': 'tvm.stackEntryList', list },
    ];
    await v2(DEPLOYED, { stack: [['tuple', { '@type': 'tvm.tuple', elements }]] });
    await v2(CONTRACT, {
      stack: [
        ['tvm.Tuple', { elements }],
        ['null', null],
      ],
    });
    await v2(CONTRACT, {
      stack: [
        [
          'tuple',
          [
            ['num', '1'],
            ['list', [['cell', boc]]],
          ],
        ],
        ['null'],
      ],
    });
    expect(executor.calls.slice(1).map(({ stack }) => stack)).toEqual([[expected[0]], expected, expected]);
  });
});

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
    expect(answerSchemas('deployed').getMethod.v3.safeParse(json).error).toBeUndefined();
  });

  it('of the contract says what was asked, and where it ran', async () => {
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
    expect(answerSchemas('contract').getMethod.v3.safeParse(json).error).toBeUndefined();
    expect([headers.get('x-indexed-seqno'), headers.get('x-run-seqno')]).toEqual(['40', '40']);
  });

  it.each(['builder', 'continuation'] as const)('cannot show a %s', async (type) => {
    executor.next = { stack: [{ type: 'tuple', items: [type === 'builder' ? { type, boc } : { type }] }] };
    const text = 'failed to decode api/v2 stack: unsupported stack entry type: unsupported';
    for (const base of [CONTRACT, DEPLOYED]) expect(said(await v3(base))).toEqual([501, text]);
  });

  it('tells an exit code as data', async () => {
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
    expect(answerSchemas('deployed').getMethod.v2.safeParse(json).error).toBeUndefined();
  });

  it('of the contract is a string that holds the same', async () => {
    executor.next = { stack: [...result] };
    const { json } = await v2(CONTRACT);
    expect({ ...json, result: JSON.parse(String(json['result'])) }).toEqual({ ok: true, result: runResult });
    expect(answerSchemas('contract').getMethod.v2.safeParse(json).error).toBeUndefined();
  });

  it('names what it cannot show', async () => {
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

  it('leaves out a cell written as an object when that would be without end: the bag says the same', async () => {
    let cell = new CellBuilder().endCell();
    for (let level = 0; level < 100; level += 1) cell = new CellBuilder().storeRef(cell).storeRef(cell).endCell();
    const bomb = Buffer.from(writeBag([cell])).toString('base64');
    executor.next = { stack: [{ type: 'cell', boc: bomb }] };
    const { json } = await v2(DEPLOYED);
    expect(stackOf(json)).toEqual([['cell', { bytes: bomb }]]);
  });
});

describe('a request to v3 that does not fit', () => {
  const numbers = 'Wrong type of number in stack entry';
  it.each([
    ['no address', { address: undefined }, 401, 400, 'address is required'],
    ['an empty address', { address: '' }, 401, 400, 'address is required'],
    ['no account', { address: 'addr_none' }, 401, 400, 'address is required'],
    ['no address at all', { address: 'abc' }, 422, 400, "Failed to parse ton_addr: 'abc'"],
    ['another type of address', { address: 5 }, 422, 400, 'failed to decode: address should be a string'],
    ['no method', { method: undefined }, 401, 400, 'method is required'],
    ['an empty method', { method: '' }, 401, 400, 'method is required'],
    ['another type of method', { method: {} }, 422, 400, 'failed to decode: method should be a string'],
    ['a number too large', { method: '0x80000000' }, 422, 400, 'method number is out of range: 0x80000000'],
    ['no list', { stack: 5 }, 422, 400, 'failed to decode: stack should be a list'],
    ['no entry', { stack: [5] }, 422, 400, 'failed to decode: a stack entry should have a type and a value'],
    [
      'an unknown type',
      { stack: [{ type: 'builder', value: boc }] },
      500,
      400,
      'unsupported stack parameter type: builder',
    ],
    ['a bad number', { stack: [{ type: 'num', value: 'abc' }] }, 500, 400, 'Invalid number: abc'],
    [
      'a number of 258 bits',
      { stack: [{ type: 'num', value: `0x1${'0'.repeat(64)}` }] },
      500,
      400,
      `Invalid number: 0x1${'0'.repeat(64)}`,
    ],
    ['a fraction', { stack: [{ type: 'num', value: 1.5 }] }, 500, 400, numbers],
    ['no number', { stack: [{ type: 'num' }] }, 500, 400, numbers],
    ['an empty cell', { stack: [{ type: 'cell', value: '' }] }, 500, 400, 'Empty tvm.Cell'],
    ['an empty slice', { stack: [{ type: 'slice', value: '' }] }, 500, 400, 'Empty tvm.Slice'],
    [
      'a cell that is no text',
      { stack: [{ type: 'cell', value: 5 }] },
      500,
      400,
      'Invalid tvm.Cell, base64 string expected',
    ],
    [
      'a slice in no base64',
      { stack: [{ type: 'slice', value: 'te6c_' }] },
      500,
      400,
      'Invalid tvm.Slice, base64 string expected',
    ],
  ])('%s', async (_what, changes, deployed, contract, text) => {
    expect(said(await v3(DEPLOYED, changes))).toEqual([deployed, text]);
    expect(said(await v3(CONTRACT, changes))).toEqual([contract, text]);
    expect(executor.calls).toEqual([]);
  });

  it.each(['tuple', 'list', 'null'])('as deployed: %s', async (type) => {
    const text = `unsupported stack parameter type: ${type}`;
    expect(said(await v3(DEPLOYED, { stack: [{ type, value: [] }] }))).toEqual([500, text]);
  });

  it.each([
    ['no JSON', '{', 'application/json', 'request body is not valid JSON'],
    ['no object', '[]', 'application/json', 'request body should be a JSON object'],
    ['nothing', '', 'application/json', 'request body is not valid JSON'],
    ['another content type', '{}', 'text/plain', 'Unprocessable Entity'],
  ])('%s', async (_what, body, contentType, text) => {
    expect(said(await send('/toncenter/api/v3/runGetMethod', body, contentType))).toEqual([422, text]);
    expect(said(await send('/api/v3/runGetMethod', body, contentType))).toEqual([400, text]);
  });

  it('a tuple nested 10,000 deep, at once', async () => {
    const nested = `${'{"type":"tuple","value":['.repeat(10_000)}${']}'.repeat(10_000)}`;
    const body = `{"address":"${address}","method":"seqno","stack":[${nested}]}`;
    expect(said(await send('/api/v3/runGetMethod', body))).toEqual([400, 'request body is nested too deep']);
    const shallower = `${'{"type":"tuple","value":['.repeat(101)}${']}'.repeat(101)}`;
    const answer = await send('/api/v3/runGetMethod', body.replace(nested, shallower));
    expect(said(answer)).toEqual([400, 'stack is nested deeper than 100']);
  });

  it('a body beyond the bound', async () => {
    const body = JSON.stringify({ ...basic, more: 'x'.repeat(5 * 1024 * 1024) });
    expect(said(await send('/api/v3/runGetMethod', body))).toEqual([413, 'request body is too large']);
    expect(said(await send('/toncenter/api/v2/runGetMethod', body))).toEqual([413, 'too large request']);
  });
});

describe('a request to v2 that does not fit', () => {
  const parse = (text: string): string => `failed to parse post request: ${text}`;
  it.each([
    ['no address', { address: undefined }, parse("Error at path 'address': Field is missing"), 'address is required'],
    [
      'no text',
      { address: 5 },
      parse("Error at path 'address': Wrong type: string expected"),
      "Error at path 'address': Wrong type: string expected",
    ],
    ['a bad address', { address: 'abc' }, parse("Failed to parse ton_addr: 'abc'"), "Failed to parse ton_addr: 'abc'"],
    [
      'an external address',
      { address: 'ext$8:FF' },
      parse("Failed to parse ton_addr: 'ext$8:FF'"),
      "Failed to parse ton_addr: 'ext$8:FF'",
    ],
    ['no method', { method: null }, parse("Error at path 'method': Field is missing"), 'method is required'],
    ['a fraction as method', { method: 1.5 }, parse('method number is out of range: 1.5'), undefined],
    [
      'no list',
      { stack: {} },
      parse("Error at path 'stack': Wrong type: a list of lists expected"),
      "Error at path 'stack': Wrong type: a list of lists expected",
    ],
    [
      'one element',
      { stack: [['num']] },
      'Expected 2 elements in stack entry, got: 1',
      'Expected 2 elements in stack entry, got: 1',
    ],
    [
      'three elements',
      { stack: [['num', '1', '2']] },
      'Expected 2 elements in stack entry, got: 3',
      'Expected 2 elements in stack entry, got: 3',
    ],
    [
      'no name',
      { stack: [[5, '1']] },
      'Expected string as first element in stack entry',
      'Expected string as first element in stack entry',
    ],
    ['a bad number', { stack: [['num', 'abc']] }, 'Invalid number: abc', 'Invalid number: abc'],
    [
      'no number',
      { stack: [['num', {}]] },
      'Wrong type of number in stack entry',
      'Wrong type of number in stack entry',
    ],
    ['an empty bag', { stack: [['tvm.Cell', '']] }, 'Empty tvm.Cell', 'Empty tvm.Cell'],
    ['an empty slice', { stack: [['tvm.Slice', '']] }, 'Empty tvm.Slice', 'Empty tvm.Slice'],
    ['an empty cell', { stack: [['cell', { bytes: '' }]] }, 'Empty cell', 'Empty cell'],
    ['an empty slice object', { stack: [['slice', { bytes: '' }]] }, 'Empty slice', 'Empty slice'],
    [
      'no base64',
      { stack: [['tvm.Cell', 5]] },
      'Invalid tvm.Cell, base64 string expected',
      'Invalid tvm.Cell, base64 string expected',
    ],
    [
      'base64url',
      { stack: [['tvm.Slice', 'te6c__==']] },
      'Invalid tvm.Slice, base64 string expected',
      'Invalid tvm.Slice, base64 string expected',
    ],
    [
      'no object',
      { stack: [['cell', 5]] },
      'Invalid cell, object with field bytes expected',
      'Invalid cell, object with field bytes expected',
    ],
    [
      'no bytes',
      { stack: [['slice', {}]] },
      'Invalid slice, object with field bytes expected',
      'Invalid slice, object with field bytes expected',
    ],
    [
      'no tuple',
      { stack: [['tuple', 5]] },
      'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected',
      'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected',
    ],
    [
      'no list of entries',
      { stack: [['tvm.List', {}]] },
      'Invalid tvm.List, valid tvm_stackEntryList expected',
      'Invalid tvm.List, valid tvm_stackEntryList expected',
    ],
    [
      'seqno 0',
      { seqno: 0 },
      'failed to validate request: seqno should be positive',
      'failed to validate request: seqno should be positive',
    ],
    ['a bad seqno', { seqno: 'x' }, parse('failed to parse seqno'), 'failed to parse seqno'],
  ])('%s', async (_what, changes, deployed, contract = deployed.replace(parse(''), '')) => {
    const { status, json } = await v2(DEPLOYED, changes);
    expect([status, json]).toEqual([
      422,
      { ok: false, error: deployed, code: 422, '@extra': expect.stringMatching(/^\d{10}:_:/) },
    ]);
    const { json: other } = await v2(CONTRACT, changes);
    expect(other).toEqual({ ok: false, error: contract, code: 400 });
    expect(executor.calls).toEqual([]);
  });

  it('an unknown type of entry has a status of its own', async () => {
    for (const type of ['tvm.Builder', 'continuation']) {
      const { status, json } = await v2(DEPLOYED, { stack: [[type, boc]] });
      expect([status, json['error']]).toEqual([542, `Unsupported stack entry type: ${type}`]);
      expect(said(await v2(CONTRACT, { stack: [[type, boc]] }))).toEqual([
        400,
        `unsupported stack parameter type: ${type}`,
      ]);
    }
  });

  it('as deployed: a stack that is not there, a seqno in text, a bare text as cell, and members that are not known', async () => {
    expect(said(await v2(DEPLOYED, { stack: undefined }))).toEqual([
      422,
      parse("Error at path 'stack': Field is missing"),
    ]);
    expect(said(await v2(DEPLOYED, { seqno: '7' }))).toEqual([422, parse('failed to parse seqno')]);
    expect(said(await v2(DEPLOYED, { stack: [['cell', boc]] }))).toEqual([
      422,
      'Invalid cell, object with field bytes expected',
    ]);
    expect(said(await v2(DEPLOYED, { more: 1 }))).toEqual([422, parse("Unknown property 'more'")]);
    expect((await v2(CONTRACT, { stack: undefined, more: 1 })).status).toBe(200);
  });

  it('typed entries nested too deep', async () => {
    const open = '{"@type":"tvm.stackEntryTuple","tuple":{"elements":[';
    const nested = (levels: number): string =>
      `{"address":"${address}","method":"x","stack":[["tuple",{"elements":[${open.repeat(levels)}${']}}'.repeat(levels)}]}]]}`;
    expect(said(await send('/toncenter/api/v2/runGetMethod', nested(10_000)))).toEqual([
      422,
      parse('request body is nested too deep'),
    ]);
    expect(said(await send('/toncenter/api/v2/runGetMethod', nested(100)))).toEqual([
      422,
      'stack is nested deeper than 100',
    ]);
    expect((await send('/toncenter/api/v2/runGetMethod', nested(99))).status).toBe(200);
  });
});

describe('jsonRPC', () => {
  const params = { address, method: 'seqno', stack: [] };
  it.each([CONTRACT, DEPLOYED])('under %s answers as v2 is deployed, with the id beside', async (base) => {
    const { status, json } = await rpc(base, {
      jsonrpc: '2.0',
      id: 1,
      method: 'runGetMethod',
      params: { ...params, more: 1 },
    });
    expect(status).toBe(200);
    expect(answerSchemas('deployed').getMethod.jsonRpc.safeParse(json).error).toBeUndefined();
    expect([json['jsonrpc'], json['id']]).toEqual(['2.0', '1']);
    expect((await rpc(base, { method: 'runGetMethod', params })).json).not.toHaveProperty('id');
  });

  it.each([
    ['an unknown method', { method: 'x', id: 'a' }, 404, 'Unknown method'],
    [
      'a method that is not served',
      { method: 'getMasterchainInfo', id: 'a' },
      501,
      'getMasterchainInfo is not implemented yet',
    ],
    [
      'no parameters',
      { method: 'runGetMethod', id: 'a' },
      422,
      "failed to parse post request: Error at path 'address': Field is missing",
    ],
    [
      'parameters that are no object',
      { method: 'runGetMethod', id: 'a', params: [] },
      422,
      "failed to parse post request: Error at path 'address': Field is missing",
    ],
    [
      'a list of parameters',
      { method: 'runGetMethod', id: 'a', params: [address] },
      422,
      'params must contain an object',
    ],
    [
      'a bad argument',
      { method: 'runGetMethod', id: 'a', params: { ...params, stack: [['num', 'z']] } },
      422,
      'Invalid number: z',
    ],
  ])('%s', async (_what, body, status, error) => {
    const answer = await rpc(CONTRACT, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({
      ok: false,
      error,
      code: status,
      '@extra': expect.any(String),
      jsonrpc: '2.0',
      id: 'a',
    });
  });

  it.each([
    ['no JSON', '{', 'failed to parse post request: request body is not valid JSON'],
    ['no method', '{}', "failed to parse post request: Error at path 'method': Field is missing"],
  ])('%s', async (_what, body, error) => {
    const { status, json } = await rpc(DEPLOYED, body);
    expect([status, json['error'], json['code']]).toEqual([422, error, 422]);
  });
});

describe('a run that failed', () => {
  const failing = (code: GetMethodErrorCode, fields: Readonly<Record<string, string | number>> = {}) => {
    executor.next = new GetMethodError(code, `about ${code}`, fields);
  };
  const notInDb = 'LITE_SERVER_NOTREADY: seqno not in db: about block_not_indexed';

  it.each([
    ['bad_call', 400, 500, 422],
    ['arguments_too_large', 400, 500, 422],
    ['account_unknown', 404, 500, 500],
    ['library_unknown', 404, 500, 500],
    ['config_unknown', 404, 500, 500],
    ['config_not_supported', 501, 500, 500],
    ['result_too_deep', 501, 500, 533],
    ['result_too_large', 501, 500, 500],
    ['out_of_memory', 500, 500, 500],
    ['failed', 500, 500, 500],
  ] as const)('%s', async (code, contract, deployedV3, deployedV2) => {
    failing(code);
    expect(said(await v3(CONTRACT))).toEqual([contract, `about ${code}`]);
    expect(said(await v2(CONTRACT))).toEqual([contract, `about ${code}`]);
    expect(said(await v3(DEPLOYED))).toEqual([deployedV3, `about ${code}`]);
    expect(said(await v2(DEPLOYED))).toEqual([deployedV2, `about ${code}`]);
  });

  it('a block that is not indexed keeps the words that clients look for', async () => {
    failing('block_not_indexed');
    expect(said(await v3(CONTRACT))).toEqual([404, 'about block_not_indexed']);
    expect(said(await v2(DEPLOYED))).toEqual([500, notInDb]);
    expect(said(await v3(DEPLOYED))).toEqual([500, notInDb]);
  });

  it('several recordings of one account are listed', async () => {
    failing('account_ambiguous', { seqnos: '1, 3' });
    expect(said(await v3(CONTRACT))).toEqual([400, 'about account_ambiguous (1, 3)']);
  });

  it.each([
    ['overloaded', 503, '3'],
    ['unavailable', 503, '3'],
    ['not_ready', 503, '3'],
    ['timed_out', 504, null],
  ] as const)('%s passes by itself, and is told alike everywhere', async (code, status, retryAfter) => {
    failing(code, { retryAfterMs: 2100 });
    for (const ask of [v3, v2]) {
      for (const base of [CONTRACT, DEPLOYED]) {
        const answer = await ask(base);
        expect([...(said(answer) as unknown[]), answer.headers.get('retry-after')]).toEqual([
          status,
          `about ${code}`,
          retryAfter,
        ]);
      }
    }
  });

  it('says nothing of errors that nobody expected', async () => {
    executor.next = Promise.reject(new Error('secret'));
    expect(said(await v3(CONTRACT))).toEqual([500, 'internal server error']);
  });
});

describe('without an executor', () => {
  let bare: TestGateway;
  beforeAll(async () => {
    bare = await startTestGateway(stubStore(async (sql) => watermarkRows(sql) ?? []));
  });
  afterAll(() => bare?.stop());

  it.each([
    [`${CONTRACT}/v3`, 501, 'get-methods are not available: no executor is configured'],
    [`${CONTRACT}/v2`, 501, 'get-methods are not available: no executor is configured'],
    [`${DEPLOYED}/v3`, 500, 'ton-http-api endpoint is not specified'],
    [`${DEPLOYED}/v2`, 542, 'no workers available (no get-method executor is configured)'],
  ])('%s says so', async (path, status, error) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(basic);
    const answer = await bare.request(`${path}/runGetMethod`, { method: 'POST', body, headers });
    expect(said(answer)).toEqual([status, error]);
  });
});
