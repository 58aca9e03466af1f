import { describe, expect, it } from '@jest/globals';
import type { NeutralStackEntry } from '@tonriver/api-model';
import { address, boc, CONTRACT, DEPLOYED, describeGetMethods } from './testing/get-method-gateway.test-support.ts';

const { executor, send, v3, v2 } = describeGetMethods();
const asked = (): readonly NeutralStackEntry[] => executor.calls[0]?.stack ?? [];

describe('runGetMethod runs', () => {
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
    [-1, -1],
    ['-2147483648', -2_147_483_648],
    ['get_wallet_data', 97026],
  ])('the method %j', async (method, methodId) => {
    const answers = [await v3(CONTRACT, { method }), await v2(CONTRACT, { method }), await v2(DEPLOYED, { method })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(executor.calls.map((call) => call.methodId)).toEqual([methodId, methodId, methodId]);
  });

  it('the newest block, or the given one; the deployed v3 ignores it', async () => {
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

  it('a JSON number with digits that a double would lose', async () => {
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
