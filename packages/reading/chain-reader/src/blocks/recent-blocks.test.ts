import { describe, expect, it } from '@jest/globals';
import type { BlockRecord } from '../finality.ts';
import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { createRecentBlocks } from './recent-blocks.ts';

const block = (workchain: number, changes: Partial<BlockRecord>): BlockRecord =>
  ({ workchain, finality: 'finalized', mcBlockSeqno: 7, fileHash: Buffer.alloc(32, 1), ...changes }) as BlockRecord;

const blocks = new Map<string, BlockRecord>([
  ['final', block(-1, {})],
  ['unconfirmed', block(-1, { fileHash: null })],
  ['partial', block(-1, { finality: 'partial', mcBlockSeqno: null })],
  ['shard', block(0, {})],
]);

describe('recent blocks', () => {
  it('are masterchain blocks of known rounds with confirmed files; all others are read each time', async () => {
    const asked: string[] = [];
    const getMany: BatchedLookUp<BlockRecord>['getMany'] = (keys) => {
      asked.push(...keys);
      return Promise.resolve(keys.map((key) => blocks.get(key)));
    };
    const recent = createRecentBlocks({ get: async (key) => (await getMany([key]))[0], getMany });
    const keys = [...blocks.keys(), 'none'];
    expect(await recent.getMany(keys)).toEqual(keys.map((key) => blocks.get(key)));
    asked.length = 0;
    expect(await recent.getMany(keys)).toEqual(keys.map((key) => blocks.get(key)));
    expect(asked).toEqual(['unconfirmed', 'partial', 'shard', 'none']);
  });

  it('do not keep the result of the query in memory that they come from', async () => {
    const result = Buffer.alloc(1_000, 2);
    const row = block(-1, { fileHash: result.subarray(10, 42) });
    const recent = createRecentBlocks({
      get: () => Promise.resolve(row),
      getMany: (keys) => Promise.resolve(keys.map(() => row)),
    });
    await recent.get('key');
    const kept = await recent.get('key');
    expect(kept).toEqual(row);
    expect(kept?.fileHash?.buffer).not.toBe(result.buffer);
  });
});
