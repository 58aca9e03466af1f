import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import { describeRecorded } from '@tonriver/testing';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { base64, outputOf, recordOf, reportOf } from '../small-recordings.test-support.ts';
import { createGetMethodPaths } from './run-get-method-command.ts';

let pool: TvmPool;

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 10_000, wallTimeMs: 60_000, memoryMbMax: 512 });
});

afterAll(async () => {
  await pool.close();
});

describeRecorded('recorded get-methods', (data) => {
  const folder = data.path('accounts', 'getmethods');

  it('give every recorded stack, exit code and gas, a whole folder at once', async () => {
    const text = await reportOf(pool, createGetMethodPaths(), folder);
    const passed = Number(/^(\d+) passed, 0 failed\n$/.exec(text)?.[1]);
    expect(passed).toBeGreaterThanOrEqual(80 + 47 + 1_004);
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

  it('fails with every difference', async () => {
    const reference = { exit_code: 1, gas_used: 99, stack: [{ type: 'num', value: '8' }] };
    const text = await outputOf(pool, createGetMethodPaths(), [recordOf({ reference })]);
    expect(text).toContain('exit code 0, not 1');
    expect(text).toContain('not 99');
    expect(text).toContain('stack[0] is 5, not 8');
    expect(text).toMatch(/0 passed, 1 failed\n$/);
  });

  it('of a missing library compares which one was missed', async () => {
    const hash = 'cd'.repeat(32);
    const code = new CellBuilder().storeUint(2, 8).storeBytes(Buffer.from(hash, 'hex')).endExotic('library');
    const record = recordOf({
      code_boc: base64(code),
      reference: { exit_code: 9, missing_library: hash, stack: null },
    });
    expect(await outputOf(pool, createGetMethodPaths(), [record])).toBe('1 passed, 0 failed\n');
  });

  it.each([
    ['is no JSON', '{', 'recording_unreadable'],
    ['has another form', { some: 'thing' }, 'recording_unknown_form'],
    ['has no configuration', [recordOf({ config_boc: null, reference: { exit_code: 0 } })], 'recording_unknown_form'],
    [
      'names a file that is not there',
      [recordOf({ config_boc: null, config: 'config/none.boc', reference: { exit_code: 0 } })],
      'recording_unreadable',
    ],
    [
      'has bytes that are no Base64',
      [recordOf({ code_boc: '?', reference: { exit_code: 0 } })],
      'recording_unreadable',
    ],
    [
      'has an argument of no known type',
      [recordOf({ args: [{ type: 'x' }], reference: { exit_code: 0 } })],
      'recording_unknown_form',
    ],
  ])('that %s ends with a clear error', async (_what, content, code) => {
    await expect(outputOf(pool, createGetMethodPaths(), content)).rejects.toMatchObject({ code });
  });
});
