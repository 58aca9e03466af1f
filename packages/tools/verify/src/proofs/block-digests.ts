import { type ClickHouseStore, createDigestLayouts, digestKey, type FindDigestLayout } from '@tonriver/clickhouse';
import {
  blockDigestsTable,
  type BlockDigestRow,
  blocksTable,
  columnsSql,
  digestColumns,
  type DigestedTable,
  digestedTables,
  type DigestLayout,
  digestSql,
  emptyDigest,
  masterchainShardsTable,
  pickColumns,
  type RowDigest,
  schemaVersion as currentVersion,
} from '@tonriver/row-schema';
import { compareCounts } from '../compare-counts.ts';
import { compareRows } from '../compare-rows.ts';
import { examineBlock } from '../examine-block.ts';
import { examineShards } from '../examine-shards.ts';
import { nameOf, type Problem, valueText } from '../finding.ts';
import { type LtWindow, planLtWindows } from '../lt-windows.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';

/** Transactions whose rows (with messages) the engine digests at once: about 200 MB. */
const TRANSACTIONS_PER_WINDOW = 100_000;
/** Rows that are named of one missing block. */
const STRAY_ROWS_MAX = 20;

/** Digests that were written before they had a version say this one. */
const OLDEST_VERSION = pickColumns(blockDigestsTable, 'schema_version')[0].added.default.value;

const names = Object.keys(digestedTables) as readonly DigestedTable[];
const keyColumns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno');
const placeColumns = pickColumns(
  blocksTable,
  'workchain',
  'shard',
  'seqno',
  'mc_block_seqno',
  'start_lt',
  'end_lt',
  'row_version',
);

/** Every block has its digests, and its stored rows have these digests. */
export const blockDigestsProof: Proof = {
  name: 'block-digests',
  promise: 'the rows of every block have the digests that were written with it, and no row is without its block',
  async *run(context) {
    yield* compareKeys(context);
    yield* findStrays(context);
    const findLayout = createDigestLayouts(context.store);
    for (const window of await planLtWindows(context, TRANSACTIONS_PER_WINDOW)) {
      yield* checkWindow(context, window, findLayout);
    }
  },
};

/** Each block has one row of digests, with the same round, version and number of transactions. */
function compareKeys(context: ProofContext): AsyncGenerator<Problem> {
  return compareRows(context, {
    table: blockDigestsTable,
    columns: pickColumns(
      blockDigestsTable,
      'workchain',
      'shard',
      'seqno',
      'mc_block_seqno',
      'row_version',
      'transactions_rows',
      'blocks_rows',
    ),
    expected: `SELECT workchain, shard, seqno, mc_block_seqno, row_version, tx_count AS transactions_rows,
      toUInt32(1) AS blocks_rows FROM blocks FINAL`,
    actual: `SELECT workchain, shard, seqno, mc_block_seqno, row_version, transactions_rows, blocks_rows
      FROM block_digests FINAL`,
    source: 'the row of blocks',
    or: (row) => nameOf(blocksTable, row),
  });
}

/** Rows that name a block which is not stored. */
async function* findStrays(context: ProofContext): AsyncGenerator<Problem> {
  const ofBlocks = (table: 'transactions' | 'messages') => ({
    columns: keyColumns,
    expected: `SELECT workchain, shard, seqno, toUInt64(${table}_rows) AS rows_ FROM block_digests FINAL`,
    actual: `SELECT workchain, block_shard AS shard, block_seqno AS seqno, toUInt64(1) AS rows_ FROM ${table} FINAL`,
  });
  for (const table of ['transactions', 'messages'] as const) {
    for await (const { key } of compareCounts(context, ofBlocks(table))) {
      const block = { workchain: key['workchain'], shard: key['shard'], seqno: key['seqno'] } as BlockKey;
      if (await isKnown(context.store, block)) continue;
      yield* strayRows(context.store, table, block);
    }
  }
  const shards = compareCounts(context, {
    columns: [{ ...keyColumns[2], name: 'mc_block_seqno' }],
    expected: `SELECT seqno AS mc_block_seqno, toUInt64(masterchain_shards_rows) AS rows_ FROM block_digests FINAL
      WHERE workchain = -1`,
    actual: 'SELECT mc_block_seqno, toUInt64(1) AS rows_ FROM masterchain_shards FINAL',
  });
  for await (const { key, expected, actual } of shards) {
    const masterchain = { workchain: -1, shard: -(2n ** 63n), seqno: key['mcBlockSeqno'] };
    yield {
      table: masterchainShardsTable.name,
      row: { mc_block_seqno: valueText(key['mcBlockSeqno']) },
      problem: `there are ${actual} rows of the masterchain block, not ${expected}`,
      or: nameOf(blockDigestsTable, masterchain),
    };
  }
}

interface BlockKey {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
}

async function isKnown(store: ClickHouseStore, { workchain, shard, seqno }: BlockKey): Promise<boolean> {
  const of = 'workchain = {workchain:Int32} AND shard = {shard:Int64} AND seqno = {seqno:UInt32}';
  const rows = await store.query(
    `SELECT 1 FROM blocks WHERE ${of} UNION ALL SELECT 1 FROM block_digests WHERE ${of}`,
    { workchain, shard, seqno },
    longQuery,
  );
  return rows.length > 0;
}

async function* strayRows(
  store: ClickHouseStore,
  name: 'transactions' | 'messages',
  { workchain, shard, seqno }: BlockKey,
): AsyncGenerator<Problem> {
  const table = digestedTables[name];
  const columns = table.columns.filter((column) => (table.orderBy as readonly string[]).includes(column.name));
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM ${name} FINAL
     WHERE workchain = {workchain:Int32} AND block_shard = {shard:Int64} AND block_seqno = {seqno:UInt32}
     ORDER BY ${table.orderBy.join(', ')} LIMIT ${STRAY_ROWS_MAX}`,
    { workchain, shard, seqno },
    longQuery,
  );
  for (const row of rows) {
    yield {
      ...nameOf(table, row),
      columns: ['block_shard', 'block_seqno'],
      problem: `says it is of block (${workchain},${shard},${seqno}), which is not stored`,
    };
  }
}

type PlacedBlock = BlockKey & {
  readonly mcBlockSeqno: number | null;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly rowVersion: number;
};

async function* checkWindow(
  context: ProofContext,
  { from, to }: LtWindow,
  findLayout: FindDigestLayout,
): AsyncGenerator<Problem> {
  const { store } = context;
  const ofWindow = 'start_lt >= {from:UInt64} AND start_lt < {to:UInt64}';
  const blocks: readonly PlacedBlock[] = await store.select(
    placeColumns,
    `SELECT ${columnsSql(placeColumns)} FROM blocks FINAL WHERE ${ofWindow}`,
    { from, to },
    longQuery,
  );
  const announced = await announcedDigests(store, ofWindow, { from, to });
  const ltTo = blocks.reduce((most, { endLt }) => (endLt > most ? endLt : most), 0n);
  const storedAs = new Map<number, StoredDigests>();
  for (const version of new Set([...announced.values()].map(({ schemaVersion }) => schemaVersion))) {
    const layout = version < OLDEST_VERSION ? undefined : await findLayout(version);
    if (layout === undefined) continue;
    storedAs.set(version, await storedDigests(store, ofWindow, { from, to, lt_to: ltTo }, layout));
  }
  context.count('blocks', blocks.length);
  for (const block of blocks) {
    const digests = announced.get(digestKey(block));
    if (digests === undefined) continue;
    const { schemaVersion } = digests;
    const stored = storedAs.get(schemaVersion);
    if (stored === undefined) {
      const why =
        schemaVersion < OLDEST_VERSION
          ? `but the oldest that digests can have is ${OLDEST_VERSION}`
          : 'which no migration of this database has';
      const problem = `schema_version is ${schemaVersion}, ${why}`;
      yield { ...nameOf(blockDigestsTable, block), columns: ['schema_version'], problem };
      continue;
    }
    // Columns that were added later are expected to have their default, so a reader should know how many there are.
    if (schemaVersion < currentVersion) context.count('blocks of an older schema', 1);
    const wrong = names.filter((name) => !isEqual(digestsOf(digests)[name], stored[name].get(digestKey(block))));
    if (wrong.length > 0) yield* explain(context, block, wrong);
  }
}

type WindowParameters = { readonly from: bigint; readonly to: bigint };

async function announcedDigests(
  store: ClickHouseStore,
  ofWindow: string,
  parameters: WindowParameters,
): Promise<ReadonlyMap<string, BlockDigestRow>> {
  const rows = await store.select(
    blockDigestsTable.columns,
    `SELECT ${columnsSql(blockDigestsTable.columns)} FROM block_digests FINAL
     WHERE (workchain, shard, seqno) IN (SELECT workchain, shard, seqno FROM blocks WHERE ${ofWindow})`,
    parameters,
    longQuery,
  );
  return new Map(rows.map((row) => [digestKey(row), row]));
}

type StoredDigests = Readonly<Record<DigestedTable, ReadonlyMap<string, RowDigest>>>;

async function storedDigests(
  store: ClickHouseStore,
  ofWindow: string,
  parameters: WindowParameters & { readonly lt_to: bigint },
  layout: DigestLayout,
): Promise<StoredDigests> {
  const ofBlocks = `lt >= {from:UInt64} AND lt <= {lt_to:UInt64} AND (workchain, block_shard, block_seqno) IN
    (SELECT workchain, shard, seqno FROM blocks WHERE ${ofWindow})`;
  const conditions: Readonly<Record<DigestedTable, string>> = {
    blocks: ofWindow,
    masterchain_shards: `mc_block_seqno IN (SELECT seqno FROM blocks WHERE workchain = -1 AND ${ofWindow})`,
    transactions: ofBlocks,
    messages: ofBlocks,
  };
  const read = async (name: DigestedTable): Promise<ReadonlyMap<string, RowDigest>> => {
    const rows = await store.select(
      digestColumns,
      digestSql(name, layout[name], conditions[name]),
      parameters,
      longQuery,
    );
    return new Map(
      rows.map(({ blockWorkchain, blockShard, blockSeqno, rowCount, digest }) => [
        digestKey({ workchain: blockWorkchain, shard: blockShard, seqno: blockSeqno }),
        { rows: Number(rowCount), digest },
      ]),
    );
  };
  return {
    blocks: await read('blocks'),
    masterchain_shards: await read('masterchain_shards'),
    transactions: await read('transactions'),
    messages: await read('messages'),
  };
}

function digestsOf(row: BlockDigestRow): Readonly<Record<DigestedTable, RowDigest>> {
  return {
    blocks: { rows: row.blocksRows, digest: row.blocksDigest },
    masterchain_shards: { rows: row.masterchainShardsRows, digest: row.masterchainShardsDigest },
    transactions: { rows: row.transactionsRows, digest: row.transactionsDigest },
    messages: { rows: row.messagesRows, digest: row.messagesDigest },
  };
}

function isEqual(announced: RowDigest, stored: RowDigest = { rows: 0, digest: emptyDigest }): boolean {
  return announced.rows === stored.rows && Buffer.compare(announced.digest, stored.digest) === 0;
}

/** Yields the rows that make a digest differ, or the digest itself when all rows are right. */
async function* explain(
  context: ProofContext,
  block: PlacedBlock,
  wrong: readonly DigestedTable[],
): AsyncGenerator<Problem> {
  const ofDigests = nameOf(blockDigestsTable, block);
  if (wrong.includes('blocks')) {
    const problem = 'differs from the digest that was written with the block';
    yield { ...nameOf(blocksTable, block), problem, or: ofDigests };
  }
  if (wrong.includes('masterchain_shards')) yield* examineShards(context, block);
  const inDetail = wrong.filter((name) => name === 'transactions' || name === 'messages');
  if (inDetail.length === 0) return;
  const { workchain, shard, seqno, mcBlockSeqno: round, rowVersion } = block;
  const problems = await examineBlock(context, { workchain, shard, seqno, round, rowVersion });
  yield* problems;
  if (problems.length > 0) return;
  const columns = inDetail.flatMap((name) => [`${name}_rows`, `${name}_digest`]);
  yield { ...ofDigests, columns, problem: 'is not the digest of the rows, which are right by themselves' };
}
