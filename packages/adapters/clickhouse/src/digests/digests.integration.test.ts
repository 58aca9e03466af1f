import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import {
  compareByKey,
  createRowBatch,
  digestedTables,
  type DigestedTable,
  digestLayoutOf,
  digestOfRows,
  emptyDigest,
  roundBlocksTable,
  schemaVersion,
  type TableDefinition,
} from '@tonriver/row-schema';
import { type AnyRow, isTextColumn, randomRows } from '@tonriver/row-schema/testing';
import { type ClickHouseStore, digestKey, migrate, readDigests } from '../index.ts';

const masterchainShard = -(1n << 63n);
const blocksOfRound = (round: number) => [
  { workchain: -1, shard: masterchainShard, seqno: round },
  { workchain: 0, shard: -(1n << 63n), seqno: round * 2 },
  { workchain: 0, shard: 1n << 62n, seqno: round * 2 },
];
const tableOf = (name: DigestedTable) => digestedTables[name] as unknown as TableDefinition<AnyRow>;

let store: ClickHouseStore;
const path = mkdtempSync(join(tmpdir(), 'tonriver-digests-'));

beforeAll(async () => {
  store = await openEmbeddedClickHouse({ path, database: 'digests_test' });
  await migrate(store);
});

afterAll(async () => {
  await store.close();
  rmSync(path, { recursive: true, force: true });
});

/** Random rows that belong to a block of a round. */
function rowsOf(name: DigestedTable, round: number, block: ReturnType<typeof blocksOfRound>[number], seed: number) {
  const count = name === 'blocks' ? 1 : name === 'masterchain_shards' ? (block.workchain === -1 ? 3 : 0) : 7;
  const random = fc.sample(randomRows(tableOf(name).columns, isTextColumn), { numRuns: count, seed });
  return random.map((row, index): AnyRow => {
    const placed = { ...row, mcBlockSeqno: round, rowVersion: 5 };
    if (name === 'masterchain_shards') return placed;
    if (name === 'blocks') return { ...placed, ...block };
    return {
      ...placed,
      workchain: block.workchain,
      blockShard: block.shard,
      blockSeqno: block.seqno,
      lt: BigInt(round * 1000 + (block.shard > 0n ? 100 : 0) + index),
    };
  });
}

async function insert(name: DigestedTable, rows: readonly AnyRow[]): Promise<void> {
  const batch = createRowBatch(tableOf(name));
  for (const row of rows) batch.add(row);
  await store.insertRows(digestedTables[name], batch.rows());
}

/** One row per identity, as the table keeps: later ones would replace earlier ones. */
function distinct(name: DigestedTable, rows: readonly AnyRow[]): readonly AnyRow[] {
  const compare = compareByKey(tableOf(name));
  return rows.filter((row, index) => rows.findIndex((other) => compare(row, other) === 0) === index);
}

describe('digests of a block’s rows', () => {
  const names = Object.keys(digestedTables) as DigestedTable[];
  const expected = new Map<string, Record<string, { rows: number; digest: string }>>();

  beforeAll(async () => {
    for (const round of [10, 11, 12]) {
      const announced = createRowBatch(roundBlocksTable as unknown as TableDefinition<AnyRow>);
      for (const [index, block] of blocksOfRound(round).entries()) {
        announced.add({ ...block, mcBlockSeqno: round, rowVersion: 5 });
        const tables: Record<string, { rows: number; digest: string }> = {};
        for (const name of names) {
          const rows = distinct(name, rowsOf(name, round, block, round * 10 + index));
          const { rows: count, digest } = digestOfRows(tableOf(name), rows);
          tables[name] = { rows: count, digest: Buffer.from(digest).toString('hex') };
          await insert(name, rows);
          // A repeat of some rows and an older version of others, both unmerged, must change nothing.
          await insert(name, rows.slice(0, 2));
          await insert(
            name,
            rows.slice(0, 3).map((row) => ({ ...row, rowVersion: 4, mcBlockSeqno: round })),
          );
        }
        expected.set(digestKey(block), tables);
      }
      await store.insertRows(roundBlocksTable, announced.rows());
    }
  });

  it('are the same computed by the engine over stored rows and in JavaScript over encoded ones', async () => {
    const found = await readDigests(
      store,
      { rounds: [10, 12], ltFrom: 10_000n, ltTo: 12_999n },
      digestLayoutOf(schemaVersion),
    );

    const wanted = [10, 12].flatMap((round) => blocksOfRound(round).map(digestKey));
    expect([...found.keys()].sort()).toEqual([...wanted].sort());
    for (const key of wanted) {
      const tables = Object.entries(found.get(key)?.tables ?? {}).map(([name, { rows, digest }]) => [
        name,
        { rows, digest: Buffer.from(digest).toString('hex') },
      ]);
      expect(Object.fromEntries(tables)).toEqual(expected.get(key));
    }
  });

  it.each(['transactions', 'messages', 'masterchain_shards', 'blocks'] as const)(
    'change when one row of %s changes in one column',
    async (name) => {
      const block = blocksOfRound(11)[0];
      if (block === undefined) throw new Error('A round has blocks');
      const [row] = distinct(name, rowsOf(name, 11, block, 110));
      const altered = name === 'masterchain_shards' || name === 'blocks' ? 'endLt' : 'blockSeqno';
      const before = await readDigests(
        store,
        { rounds: [11], ltFrom: 11_000n, ltTo: 11_999n },
        digestLayoutOf(schemaVersion),
      );
      const value = (row as Record<string, unknown>)[altered];
      const other = typeof value === 'bigint' ? (value === 0n ? 1n : value - 1n) : value;
      const changed =
        altered === 'endLt' ? { [altered]: other } : name === 'messages' ? { importFee: 77n } : { now: 77 };
      await insert(name, [{ ...row, ...changed, rowVersion: 6 }]);
      const after = await readDigests(
        store,
        { rounds: [11], ltFrom: 11_000n, ltTo: 11_999n },
        digestLayoutOf(schemaVersion),
      );
      const digest = (map: typeof before) =>
        Buffer.from(map.get(digestKey(block))?.tables[name].digest ?? []).toString('hex');
      expect(digest(after)).not.toBe(digest(before));
      expect(after.get(digestKey(block))?.tables[name].rows).toBe(before.get(digestKey(block))?.tables[name].rows);
    },
  );

  it('of no rows are the hash of no bytes', () => {
    expect(digestOfRows(tableOf('transactions'), [])).toEqual({ rows: 0, digest: emptyDigest });
  });
});
