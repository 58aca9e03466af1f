import { describe, expect, it } from '@jest/globals';
import { blockRow } from '../testing/rows.test-support.ts';
import { memoryLookUp } from '../testing/memory-look-up.test-support.ts';
import { type Blocks, type BlockVersions, blockKeyText } from './blocks.ts';
import { type ConfigSpan, createConfigVersions } from './config-versions.ts';
import { everyRoundVisible } from '../testing/nothing-required.test-support.ts';
import { createGlobalVersions } from './global-versions.ts';

const none = memoryLookUp<never>();
const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };

function blocksOf(rows: readonly BlockVersions[]): Blocks {
  return {
    byKey: none,
    versions: memoryLookUp(new Map(rows.map((row) => [blockKeyText(row), row]))),
    ofRound: none,
    shardTops: none,
    rounds: none,
    transactions: none,
  };
}

interface StoredConfig {
  readonly mcBlockSeqno: number;
  readonly globalVersion: number | null;
}

/** Answers the look-up's query from rows, by the ranges in it. */
function configsOf(rows: readonly StoredConfig[], asked: ConfigSpan[] = []) {
  const select = async (_columns: unknown, sql: string) => {
    const spans = [...sql.matchAll(/BETWEEN (\d+) AND (\d+)/g)].map(([, first, last]) => ({
      keySeqno: Number(first),
      seqno: Number(last),
    }));
    asked.push(...spans);
    return rows.filter(({ mcBlockSeqno }) =>
      spans.some(({ keySeqno, seqno }) => mcBlockSeqno >= keySeqno && mcBlockSeqno <= seqno),
    );
  };
  return createConfigVersions({ select: select as never }, bounds);
}

/** The version in force at each block, by its seqno. */
async function versionsAt(
  rows: readonly BlockVersions[],
  configs: readonly StoredConfig[],
): Promise<Readonly<Record<number, number>>> {
  const versions = await createGlobalVersions(blocksOf(rows), configsOf(configs)).ofBlocks(rows, everyRoundVisible);
  return Object.fromEntries(rows.map((row) => [row.seqno, versions.get(blockKeyText(row))!.number]));
}

const software = { genSoftwareVersion: 99 };
const shard = { workchain: 0, ...software };

describe('the global version in force', () => {
  it('is that of the newest key block up to the round, also of a key block in the round itself', async () => {
    const rows = [
      blockRow({ ...software, seqno: 100, keyBlock: true, prevKeyBlockSeqno: 50 }),
      blockRow({ ...software, seqno: 101, prevKeyBlockSeqno: 100 }),
      blockRow({ ...software, seqno: 99, prevKeyBlockSeqno: 50 }),
      blockRow({ ...shard, seqno: 700, mcBlockSeqno: 100, prevKeyBlockSeqno: 50, masterRefSeqno: 98 }),
      blockRow({ ...shard, seqno: 699, mcBlockSeqno: 99, prevKeyBlockSeqno: 50, masterRefSeqno: 98 }),
    ];
    const configs = [
      { mcBlockSeqno: 50, globalVersion: 11 },
      { mcBlockSeqno: 100, globalVersion: 12 },
    ];
    expect(await versionsAt(rows, configs)).toEqual({ 100: 12, 101: 12, 99: 11, 700: 12, 699: 11 });
  });

  it('is that of a state between the key block and the round', async () => {
    const rows = [blockRow({ ...software, seqno: 120, prevKeyBlockSeqno: 100 })];
    expect(await versionsAt(rows, [{ mcBlockSeqno: 110, globalVersion: 13 }])).toEqual({ 120: 13 });
  });

  it('is not that of a configuration before the newest key block, or after the round', async () => {
    const rows = [blockRow({ ...software, seqno: 120, prevKeyBlockSeqno: 100 })];
    const configs = [
      { mcBlockSeqno: 60, globalVersion: 11 },
      { mcBlockSeqno: 130, globalVersion: 14 },
    ];
    expect(await versionsAt(rows, configs)).toEqual({ 120: 99 });
  });

  it('is, for a partial shard block, that at the masterchain block to which it refers', async () => {
    const rows = [
      blockRow({ ...shard, seqno: 700, mcBlockSeqno: null, prevKeyBlockSeqno: 100, masterRefSeqno: 118 }),
      blockRow({ ...shard, seqno: 701, mcBlockSeqno: null, prevKeyBlockSeqno: 100, masterRefSeqno: 100 }),
    ];
    const configs = [
      { mcBlockSeqno: 110, globalVersion: 13 },
      { mcBlockSeqno: 119, globalVersion: 14 },
    ];
    expect(await versionsAt(rows, configs)).toEqual({ 700: 13, 701: 13 });
    expect(await versionsAt(rows.slice(1), configs)).toEqual({ 701: 99 });
  });

  it('is 0 when the configuration has none, and when neither configuration nor software version is known', async () => {
    const rows = [
      blockRow({ seqno: 3, prevKeyBlockSeqno: 0, ...software }),
      blockRow({ seqno: 700, prevKeyBlockSeqno: 600, genSoftwareVersion: null }),
    ];
    expect(await versionsAt(rows, [{ mcBlockSeqno: 0, globalVersion: null }])).toEqual({ 3: 0, 700: 0 });
  });

  it('is read once between two key blocks', async () => {
    const asked: ConfigSpan[] = [];
    const rows = [101, 102, 103].map((seqno) => blockRow({ ...software, seqno, prevKeyBlockSeqno: 100 }));
    const versions = createGlobalVersions(blocksOf(rows), configsOf([{ mcBlockSeqno: 100, globalVersion: 12 }], asked));
    for (const row of rows) await versions.ofBlocks([row], everyRoundVisible);
    expect(asked).toEqual([{ keySeqno: 100, seqno: 101 }]);
  });
});
