import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bag, serializeTree } from '@tonriver/boc';
import { describeRecorded, type FileNeed, type RecordedData, temporaryDirectory } from '@tonriver/testing';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { createRecordingFiles, entriesOf, readJson } from '../recording-files.ts';
import { outputOf, reportOf } from '../small-recordings.test-support.ts';
import { chainsOf, createReplayPaths } from './replay-command.ts';
import { isSingle } from './read-single.ts';

let pool: TvmPool;

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 10_000, wallTimeMs: 60_000, memoryMbMax: 512 });
});

afterAll(async () => {
  await pool.close();
});

const FOLDER = 'accounts/replay';
const CASES = `${FOLDER}/edge-cases/cases.json`;
const isInternal = (name: string): boolean => name.endsWith('.json') && name.includes('internal');
const isOfBlock = (name: string): boolean => name.endsWith('.json') && name.includes('71398501');
const isBundle = (name: string): boolean => name.endsWith('_bundle');
const filesOf = (data: RecordedData): readonly string[] => entriesOf(data.path(FOLDER)).files;

/** Recordings name configurations in the folder `config`. */
const needed = (what: string, isFile: FileNeed['isFile']): readonly (FileNeed | string)[] => [
  'config',
  { what: `${what} in ${FOLDER}`, folder: FOLDER, isFile },
];

describeRecorded(
  'recorded transactions',
  needed('recordings', (name) => name !== 'index.json'),
  (data) => {
    const { files, folders } = entriesOf(data.path(FOLDER));
    const recordings = [...files, ...folders].filter((path) => !path.endsWith('index.json'));

    it.each(recordings)('%s gives every transaction and every account bit for bit', async (path) => {
      expect(await reportOf(pool, createReplayPaths(), path)).toMatch(/^[1-9]\d* passed, 0 failed\n$/);
    });

    it('are 269 and 65 in whole blocks and every single one', () => {
      const known = createRecordingFiles();
      const counts = recordings
        .map((path) => (path.endsWith('.json') || !path.endsWith('edge-cases') ? path : `${path}/cases.json`))
        .map((path) => (chainsOf(path, known) ?? []).reduce((sum, { steps }) => sum + steps.length, 0));
      if (data.isWhole) expect(counts).toEqual(expect.arrayContaining([269, 65]));
      expect(counts.every((count) => count > 0)).toBe(true);
    });
  },
);

describeRecorded('a recorded transaction by itself', needed('internal message', isInternal), (data) => {
  const single = (): Record<string, unknown> =>
    readJson(filesOf(data).find((file) => isSingle(readJson(file)) && isInternal(file))!) as Record<string, unknown>;
  const hexOf = (text: unknown): string => Buffer.from(String(text), 'base64').toString('hex');

  it.each<readonly [string, (recorded: Record<string, unknown>) => unknown]>([
    ['other order', (recorded) => Object.fromEntries(Object.entries(recorded).reverse())],
    ['bags in hexadecimal', ({ config_boc: boc, ...rest }) => ({ ...rest, config_boc: hexOf(boc) })],
    [
      'the hash in capitals',
      (recorded) => ({
        ...recorded,
        expected_transaction_hash: String(recorded['expected_transaction_hash']).toUpperCase(),
      }),
    ],
    [
      'the hash in Base64',
      (recorded) => ({
        ...recorded,
        expected_transaction_hash: Buffer.from(String(recorded['expected_transaction_hash']), 'hex').toString('base64'),
      }),
    ],
    ['times as texts', (recorded) => ({ ...recorded, now: String(recorded['now']), lt: Number(recorded['lt']) })],
    ['the account alone', (recorded) => ({ ...recorded, shard_account_before_boc: accountOf(recorded) })],
    ['nothing that the transaction says itself', ({ now: _n, lt: _l, in_message_boc: _m, name: _a, ...rest }) => rest],
    [
      'only what is needed',
      (recorded) => Object.fromEntries(Object.entries(recorded).filter(([, value]) => value !== null)),
    ],
    ['a list of them', (recorded) => [recorded]],
  ])('may be written in other ways: %s', async (_what, change) => {
    const content = change(single());
    expect(await outputOf(pool, createReplayPaths(), content as object)).toBe('1 passed, 0 failed\n');
  });

  it.each<readonly [string, Record<string, unknown>, string]>([
    ['a seed of other than 32 bytes', { rand_seed: 'abcd' }, 'rand_seed: not 32 bytes'],
    ['an account that is no bag', { shard_account_before_boc: 'AAAA' }, 'shard_account_before_boc: '],
    ['a hash that is not that of the transaction', { expected_transaction_hash: 'ab'.repeat(32) }, 'has the hash'],
    ['a time that is none', { now: 'soon' }, 'now: '],
    ['neither message nor tick', { in_message_boc: null, expected_transaction_boc: null }, 'neither a message'],
  ])('with %s end with an error that names the member', async (_what, fields, words) => {
    const content = { ...single(), ...fields };
    await expect(outputOf(pool, createReplayPaths(), content)).rejects.toThrow(words);
  });

  it('fail when one byte of the seed, the time or the account differs', async () => {
    const recorded = single();
    const text = await outputOf(pool, createReplayPaths(), { ...recorded, now: Number(recorded['now']) + 1 });
    expect(text).toMatch(/transaction [0-9a-f]{64}, not [0-9a-f]{64}/);
    expect(text).toMatch(/0 passed, 1 failed\n$/);
  });
});

describeRecorded('recorded transactions of a block', needed('block 71398501', isOfBlock), (data) => {
  it('fail with an error when the named block is another', async () => {
    const path = filesOf(data).find(isOfBlock)!;
    const { block, ...rest } = readJson(path) as { readonly block: object };
    const content = { ...rest, block: { ...block, root_hash: 'ab'.repeat(32) } };
    await expect(outputOf(pool, createReplayPaths(), content)).rejects.toThrow('block.root_hash');
  });
});

describeRecorded('recorded transactions of a bundle', needed('bundle', isBundle), (data) => {
  it('of a bundle are found by its index, and in its candidate', async () => {
    const bundle = entriesOf(data.path(FOLDER)).folders.find(isBundle)!;
    expect(await reportOf(pool, createReplayPaths(), `${bundle}/index.json`)).toBe('65 passed, 0 failed\n');
    const copy = temporaryDirectory();
    try {
      cpSync(bundle, copy.path, { recursive: true });
      const [, hash] = /rh ([0-9a-f]{64})/.exec((readJson(`${bundle}/index.json`) as { id: string }).id)!;
      mkdirSync(`${copy.path}/candidate`);
      renameSync(`${copy.path}/blocks/${hash}.boc`, `${copy.path}/candidate/data`);
      expect(await reportOf(pool, createReplayPaths(), copy.path)).toBe('65 passed, 0 failed\n');
    } finally {
      copy.remove();
    }
  });
});

describeRecorded('recorded transactions of single accounts', ['config', CASES], (data) => {
  const edgeCases = (): Record<string, unknown>[] =>
    readJson(data.path('accounts', 'replay', 'edge-cases', 'cases.json')) as Record<string, unknown>[];
  const inPlace = (recorded: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(recorded).map(([member, value]) => {
        const isFile =
          typeof value === 'string' && value.endsWith('.boc') && !value.includes('/') && member !== 'upstream_path';
        return [
          member,
          isFile ? readFileSync(data.path('accounts', 'replay', 'edge-cases', value)).toString('base64') : value,
        ];
      }),
    );
  const withConfig = (recorded: Record<string, unknown>): Record<string, unknown> => ({
    ...inPlace(recorded),
    config: readFileSync(data.path(...String(recorded['config']).split('/'))).toString('base64'),
  });

  it('of single accounts are read with cells in place of files, and hashes in capitals', async () => {
    const [first] = edgeCases();
    const written = { ...withConfig(first!), transaction_hash: String(first!['transaction_hash']).toUpperCase() };
    const {
      prev_trans_hash: _hash,
      prev_trans_lt: _lt,
      account_new: _after,
      ...rest
    } = written as Record<string, unknown>;
    expect(await outputOf(pool, createReplayPaths(), [written])).toBe('1 passed, 0 failed\n');
    expect(await outputOf(pool, createReplayPaths(), [rest])).toBe('1 passed, 0 failed\n');
  });

  it('of single accounts fail when their members contradict the transaction', async () => {
    const [first, second] = edgeCases().map(withConfig);
    for (const [member, value] of Object.entries({ lt: '1', now: 5, account: 'ab'.repeat(32), end_status: 'frozen' })) {
      const text = await outputOf(pool, createReplayPaths(), [{ ...first, [member]: value }]);
      expect(text).toContain(`${member} is recorded as ${value}`);
      expect(text).toMatch(/0 passed, 1 failed\n$/);
    }
    const swapped = { ...first, transaction_hash: second!['transaction_hash'] };
    expect(await outputOf(pool, createReplayPaths(), [swapped])).toContain('transaction_hash is recorded as');
  });
});

function accountOf(recorded: Record<string, unknown>): string {
  const bag = Bag.parse(Buffer.from(String(recorded['shard_account_before_boc']), 'base64'));
  return Buffer.from(serializeTree(bag, bag.ref(bag.root, 0))).toString('base64');
}

describe('a recorded transaction', () => {
  it.each([
    ['is no JSON', 'x', 'recording_unreadable'],
    ['has another form', { a: 1 }, 'recording_unknown_form'],
    ['lacks a member', { shard_account_before_boc: 'te6cckEBAQEAAgAAAEysuc0=', now: 1 }, 'recording_unknown_form'],
  ])('that %s ends with a clear error', async (_what, content, code) => {
    await expect(outputOf(pool, createReplayPaths(), content)).rejects.toMatchObject({ code });
  });

  it('ends with a clear error when its file is missing', async () => {
    await expect(reportOf(pool, createReplayPaths(), '/nowhere/at/all')).rejects.toMatchObject({
      code: 'recording_unreadable',
    });
  });
});
