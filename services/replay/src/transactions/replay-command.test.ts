import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeRecorded } from '@tonriver/testing';
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

describeRecorded('recorded transactions', (data) => {
  const folder = data.path('accounts', 'replay');
  const { files, folders } = entriesOf(folder);
  const recordings = [...files, ...folders].filter((path) => !path.endsWith('index.json'));

  it.each(recordings)('%s gives every transaction and every account bit for bit', async (path) => {
    expect(await reportOf(pool, createReplayPaths(), path)).toMatch(/^[1-9]\d* passed, 0 failed\n$/);
  });

  it('are 269 and 65 in whole blocks and every single one', () => {
    const known = createRecordingFiles();
    const counts = recordings
      .map((path) => (path.endsWith('.json') || !path.endsWith('edge-cases') ? path : `${path}/cases.json`))
      .map((path) => (chainsOf(path, known) ?? []).reduce((sum, { steps }) => sum + steps.length, 0));
    expect(counts).toEqual(expect.arrayContaining([269, 65]));
    expect(counts.every((count) => count > 0)).toBe(true);
  });

  it('fail when one byte of the seed, the time or the account is another', async () => {
    const path = files.find((file) => isSingle(readJson(file)))!;
    const recorded = readJson(path) as Record<string, unknown>;
    const text = await outputOf(pool, createReplayPaths(), { ...recorded, now: Number(recorded['now']) + 1 });
    expect(text).toMatch(/transaction [0-9a-f]{64}, not [0-9a-f]{64}/);
    expect(text).toMatch(/0 passed, 1 failed\n$/);
  });
});

describe('a recorded transaction', () => {
  it.each([
    ['is no JSON', 'x', 'recording_unreadable'],
    ['has another form', { a: 1 }, 'recording_unknown_form'],
    ['lacks a member', { shard_account_before_boc: 'te6cckEBAQEAAgAAAEysuc0=', now: 1 }, 'recording_unknown_form'],
  ])('that %s ends with a clear error', async (_what, content, code) => {
    await expect(outputOf(pool, createReplayPaths(), content)).rejects.toMatchObject({ code });
  });

  it('that is not there ends with a clear error', async () => {
    await expect(reportOf(pool, createReplayPaths(), '/nowhere/at/all')).rejects.toMatchObject({
      code: 'recording_unreadable',
    });
  });
});
