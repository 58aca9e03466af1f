import { expect, it } from '@jest/globals';
import {
  allTables,
  blockDigestsTable,
  columnsSql,
  createRowBatch,
  digestedTables,
  type DigestedTable,
  digestLayoutOf,
  digestOfRows,
  pickColumns,
  roundBlocksTable,
  roundsTable,
  schemaVersion,
  stateProgressTable,
  type TableDefinition,
  tracesTable,
  transactionPlacesTable,
} from '@tonriver/row-schema';
import { type AnyRow, isTextColumn, randomRows } from '@tonriver/row-schema/testing';
import fc from 'fast-check';
import { type ClickHouseStore, digestKey, readDigests } from '../index.ts';
import { asTexts, distinctByKey, sampleRows } from './comparable-rows.ts';

const nothing = new Uint8Array(32);
const sampleDigests = {
  workchain: 0,
  shard: -(2n ** 62n),
  mcBlockSeqno: 5,
  blocksRows: 1,
  blocksDigest: nothing,
  masterchainShardsRows: 0,
  masterchainShardsDigest: nothing,
  transactionsRows: 0,
  transactionsDigest: nothing,
  messagesRows: 0,
  messagesDigest: nothing,
  schemaVersion,
};

interface TableContractOptions {
  /** With all tables, empty when the tests begin. */
  readonly store: () => ClickHouseStore;
  /** Takes all rows out of all tables. */
  readonly empty: () => Promise<void>;
}

/**
 * Tests of tables after inserts, for a server, the engine in process and their model in memory. They run every form of
 * statement by which services read and delete between the log and the tables.
 */
export function testTables({ store, empty }: TableContractOptions): void {
  const insert = async <Row>(table: TableDefinition<Row>, rows: readonly Row[]): Promise<void> => {
    const batch = createRowBatch(table);
    for (const row of rows) batch.add(row);
    await store().insertRows(table as never, batch.rows());
  };
  const hashRow = (changes: { readonly lt?: bigint; readonly rowVersion?: number } = {}) => ({
    hashPrefix: 1n,
    lt: 5n,
    workchain: 0,
    shard: 2n,
    seqno: 3,
    rowVersion: 1,
    mcBlockSeqno: null,
    ...changes,
  });

  it.each(allTables.map((table) => [table.name, table] as const))(
    'keeps every value of %s, extremes included, through insert and binary select',
    async (_, definition) => {
      const table = definition as unknown as TableDefinition<AnyRow>;
      const rows = sampleRows(table);
      await insert(table, rows);
      const sql = `SELECT ${columnsSql(table.columns)} FROM ${table.name} FINAL`;
      const found = await store().select(table.columns, sql);
      expect(asTexts(found as readonly AnyRow[])).toEqual(asTexts(rows));
    },
  );

  it('answers with the highest version of an identity while duplicates are not merged', async () => {
    await empty();
    for (const rowVersion of [3, 2]) await insert(transactionPlacesTable, [hashRow({ rowVersion })]);
    const columns = pickColumns(transactionPlacesTable, 'row_version');
    const rows = await store().select(columns, 'SELECT row_version FROM transaction_places FINAL');
    expect(rows).toEqual([{ rowVersion: 3 }]);
  });

  it('keeps the last inserted of rows with one identity and one version', async () => {
    await empty();
    for (const lastSeqno of [9, 8]) {
      await insert(stateProgressTable, [{ firstSeqno: 1, lastSeqno, isComplete: true }]);
      await insert(stateProgressTable, [{ firstSeqno: 1, lastSeqno, isComplete: false }]);
    }
    const sql = `SELECT ${columnsSql(stateProgressTable.columns)} FROM state_progress FINAL`;
    expect(await store().select(stateProgressTable.columns, sql)).toEqual([
      { firstSeqno: 1, lastSeqno: 9, isComplete: false },
    ]);
  });

  it('fails when the engine wrote another number of rows than it was given', async () => {
    const batch = createRowBatch(transactionPlacesTable);
    batch.add(hashRow());
    const inserted = store().insertRows(transactionPlacesTable, { bytes: batch.rows().bytes, rowCount: 2 });
    await expect(inserted).rejects.toMatchObject({ code: 'clickhouse_written_rows_mismatch' });
  });

  it('refuses rows that end too early, and stays usable', async () => {
    const inserted = store().insertRows(transactionPlacesTable, { bytes: new Uint8Array(20), rowCount: 1 });
    await expect(inserted).rejects.toMatchObject({ code: 'clickhouse_rejected', isRetryable: false });
    await store().ping();
  });

  it('does nothing for an empty batch', async () => {
    const nothing = { bytes: new Uint8Array(0), rowCount: 0 };
    await expect(store().insertRows(transactionPlacesTable, nothing)).resolves.toBeUndefined();
  });

  const roundRow = (mcBlockSeqno: number) => ({
    mcBlockSeqno,
    blockCount: 1,
    transactionCount: mcBlockSeqno,
    messageCount: 0,
    startLt: 0n,
    endLt: 1n,
    genUtime: 0,
    isRangeStart: false,
    rowVersion: 1,
  });
  const roundColumns = pickColumns(roundsTable, 'mc_block_seqno', 'transaction_count');

  it('finds rows between two numbers, in a list, in an order, and no more than are asked for', async () => {
    await empty();
    await insert(roundsTable, [7, 3, 5, 9, 4].map(roundRow));
    const seqnosOf = async (rest: string, parameters: Readonly<Record<string, number | readonly number[]>>) => {
      const sql = `SELECT ${columnsSql(roundColumns)} FROM rounds FINAL ${rest}`;
      return (await store().select(roundColumns, sql, parameters)).map(({ mcBlockSeqno }) => mcBlockSeqno);
    };
    const between = 'WHERE mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32}';
    expect(await seqnosOf(`${between} ORDER BY mc_block_seqno`, { first: 4, last: 7 })).toEqual([4, 5, 7]);
    const near = `${between} AND transaction_count BETWEEN {from:UInt64} AND {to:UInt64} ORDER BY mc_block_seqno DESC`;
    expect(await seqnosOf(near, { first: 3, last: 9, from: 4, to: 7 })).toEqual([7, 5, 4]);
    expect(await seqnosOf('ORDER BY mc_block_seqno DESC LIMIT 1', {})).toEqual([9]);
    const listed = 'WHERE has({seqnos:Array(UInt32)}, mc_block_seqno) ORDER BY mc_block_seqno';
    expect(await seqnosOf(listed, { seqnos: [9, 3, 8] })).toEqual([3, 9]);
  });

  it('finds rows by the whole of a key, and without FINAL also those that others replace', async () => {
    await empty();
    const digestRow = (seqno: number, rowVersion: number) => ({ ...sampleDigests, seqno, rowVersion });
    await insert(blockDigestsTable, [digestRow(7, 3), digestRow(8, 3), digestRow(9, 3)]);
    const columns = pickColumns(blockDigestsTable, 'seqno', 'row_version');
    const find = async (final: string) => {
      const keys = '(workchain, shard, seqno) IN ((0, -4611686018427387904, 7), (-1, -4611686018427387904, 8))';
      const sql = `SELECT ${columnsSql(columns)} FROM block_digests ${final} WHERE ${keys}`;
      return await store().select(columns, sql);
    };
    for (const final of ['', 'FINAL']) expect(await find(final)).toEqual([{ seqno: 7, rowVersion: 3 }]);
    await insert(blockDigestsTable, [digestRow(7, 5)]);
    expect(await find('FINAL')).toEqual([{ seqno: 7, rowVersion: 5 }]);
    expect(await find('')).toContainEqual({ seqno: 7, rowVersion: 5 });
  });

  it('finds no row by a number that it does not have', async () => {
    await empty();
    const { blocks } = digestedTables;
    const [row] = fc.sample(randomRows(blocks.columns, isTextColumn), { numRuns: 1, seed: 4 });
    await insert(blocks as unknown as TableDefinition<AnyRow>, [{ ...row, mcBlockSeqno: null }]);
    const columns = pickColumns(blocks, 'mc_block_seqno');
    const sql = 'SELECT mc_block_seqno FROM blocks FINAL WHERE mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32}';
    expect(await store().select(columns, sql, { first: 0, last: 2 ** 32 - 1 })).toEqual([]);
  });

  it('refuses a result that has other columns than announced', async () => {
    const wrong = store().select(roundColumns, 'SELECT mc_block_seqno FROM rounds FINAL');
    await expect(wrong).rejects.toMatchObject({ code: 'clickhouse_result_mismatch' });
  });

  it('deletes rows by a comparison, also those that others replace', async () => {
    await empty();
    await insert(
      stateProgressTable,
      [1, 4, 8, 9].map((firstSeqno) => ({ firstSeqno, lastSeqno: 9, isComplete: true })),
    );
    await store().command(
      `ALTER TABLE state_progress DELETE WHERE first_seqno > {first:UInt32} AND first_seqno <= {last:UInt32}
       SETTINGS mutations_sync = 1`,
      { first: 1, last: 8 },
    );
    const columns = pickColumns(stateProgressTable, 'first_seqno');
    const left = await store().select(columns, 'SELECT first_seqno FROM state_progress FINAL ORDER BY first_seqno');
    expect(left.map(({ firstSeqno }) => firstSeqno)).toEqual([1, 9]);

    const [trace] = fc.sample(randomRows(tracesTable.columns, isTextColumn), { numRuns: 1, seed: 5 });
    const table = tracesTable as unknown as TableDefinition<AnyRow>;
    const versions = [3n, 5n].map((start) => start * 2n ** 32n + 7n);
    for (const version of versions) await insert(table, [{ ...trace, version }]);
    await store().command(
      `ALTER TABLE traces DELETE WHERE has({versions:Array(UInt64)}, bitShiftRight(version, 32))
       SETTINGS mutations_sync = 1`,
      { versions: [4n, 5n] },
    );
    const versionColumns = pickColumns(tracesTable, 'version');
    expect(await store().select(versionColumns, 'SELECT version FROM traces FINAL')).toEqual([
      { version: versions[0] },
    ]);
  });

  it('answers with what was written last, also a query that names the tables it reads', async () => {
    await empty();
    const columns = pickColumns(stateProgressTable, 'last_seqno');
    const read = async (): Promise<readonly number[]> => {
      const sql = `SELECT last_seqno FROM state_progress FINAL WHERE first_seqno >= {first:UInt32} ORDER BY last_seqno`;
      const bounds = { onlyReads: ['state_progress'] };
      const [all] = await Promise.all([
        store().select(columns, sql, { first: 1 }, bounds),
        store().select(columns, sql, { first: 2 }, bounds),
      ]);
      return all.map(({ lastSeqno }) => lastSeqno);
    };
    for (const lastSeqno of [1, 2, 3, 4, 5, 6]) {
      const before = read();
      const writing = insert(stateProgressTable, [{ firstSeqno: lastSeqno, lastSeqno, isComplete: true }]);
      const during = [read(), new Promise((resolve) => setTimeout(resolve, lastSeqno)).then(read)];
      await writing;
      expect((await read()).at(-1)).toBe(lastSeqno);
      await Promise.all([before, ...during]);
      expect((await read()).at(-1)).toBe(lastSeqno);
    }
    await store().command('ALTER TABLE state_progress DELETE WHERE first_seqno > 4 SETTINGS mutations_sync = 1');
    expect(await read()).toEqual([1, 2, 3, 4]);
    await insert(transactionPlacesTable, [hashRow()]);
    expect(await read()).toEqual([1, 2, 3, 4]);
    await empty();
    expect(await read()).toEqual([]);
  });

  it('counts and digests the rows of each block of some rounds as the parser does', async () => {
    await empty();
    const block = { workchain: 0, shard: -(2n ** 62n), seqno: 17 };
    const ofBlock = { workchain: 0, blockShard: block.shard, blockSeqno: block.seqno };
    const masterchain = { workchain: -1, shard: -(2n ** 63n), seqno: 5 };
    const rowsOf = (name: DigestedTable, changes: AnyRow): readonly AnyRow[] => {
      const table = digestedTables[name] as unknown as TableDefinition<AnyRow>;
      const samples = fc.sample(randomRows(table.columns, isTextColumn), { numRuns: 12, seed: 6 });
      return distinctByKey(
        table,
        samples.map((row, index) => ({ ...row, lt: BigInt(100 + index), ...changes })),
      );
    };
    const stored: Readonly<Record<DigestedTable, readonly AnyRow[]>> = {
      blocks: rowsOf('blocks', { ...block, mcBlockSeqno: 5 }),
      masterchain_shards: rowsOf('masterchain_shards', { mcBlockSeqno: 5 }),
      transactions: rowsOf('transactions', { ...ofBlock, mcBlockSeqno: 5 }),
      messages: rowsOf('messages', { ...ofBlock, mcBlockSeqno: 5 }),
    };
    for (const [name, rows] of Object.entries(stored)) {
      const table = digestedTables[name as DigestedTable] as unknown as TableDefinition<AnyRow>;
      await insert(table, rows.toReversed());
      await insert(table, rows.slice(0, 3));
    }
    await insert(roundBlocksTable, [{ ...block, mcBlockSeqno: 5, rowVersion: 3 }]);
    const wanted = { rounds: [4, 5], ltFrom: 100n, ltTo: 200n };
    const read = (changes: Partial<typeof wanted> = {}) =>
      readDigests(store(), { ...wanted, ...changes }, digestLayoutOf(schemaVersion));
    const found = await read();
    const digestOf = (name: DigestedTable) =>
      digestOfRows(digestedTables[name] as unknown as TableDefinition<AnyRow>, stored[name]);
    expect([...found.keys()].toSorted()).toEqual([digestKey(masterchain), digestKey(block)].toSorted());
    expect(found.get(digestKey(masterchain))?.tables.masterchain_shards).toEqual(digestOf('masterchain_shards'));
    for (const name of ['blocks', 'transactions', 'messages'] as const) {
      expect({ name, ...found.get(digestKey(block))?.tables[name] }).toEqual({ name, ...digestOf(name) });
    }
    expect((await read({ rounds: [6] })).size).toBe(0);
    expect((await read({ ltTo: 100n })).get(digestKey(block))?.tables.messages.rows).toBe(1);
  });
}
