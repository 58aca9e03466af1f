import {
  accountStatesTable,
  blocksTable,
  blockTransactionsTable,
  bodyHashesTable,
  type ColumnDefinition,
  columnsSql,
  configsTable,
  hashPrefixSql,
  keyTupleSql,
  masterchainShardsTable,
  messagePlacesTable,
  messageNamesSql,
  messagesTable,
  NO_ROUND,
  opcodesTable,
  type RowBinaryRows,
  RowBinaryReader,
  rowDecoderOf,
  type RowReader,
  type TableDefinition,
  transactionPlacesTable,
  transactionPartsTable,
  transactionsTable,
} from '@tonriver/row-schema';
import type { BlockTables } from '../block-tables.ts';

/** A table as far as its rows can be named. */
type KeyedTable = Pick<TableDefinition, 'name' | 'columns' | 'orderBy' | 'engine'>;

/** Rows of one table that should not be there, by their sort keys as `keyTupleSql` writes them. */
export interface StaleRows {
  readonly table: KeyedTable;
  readonly keys: readonly string[];
}

/** Rows that blocks have in the tables although the parser that made the given rows makes no such rows. */
interface StaleRowsOfBlocks {
  /** The highest version of the given rows: rows of a higher one are not stale. */
  readonly versionMax: number;
  /** Found by way of the rows in `main`, so they are deleted before those are written over. */
  readonly derived: readonly StaleRows[];
  /** Deleted after the new rows are written. `block_transactions`, by which the others are found, comes last. */
  readonly main: readonly StaleRows[];
}

/** Blocks of one query: their keys stand in its text. */
const BLOCKS_PER_QUERY = 1000;

interface MadeBlock {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly mcBlockSeqno: number | null;
  readonly rowVersion: number;
}

/** A table whose rows belong to blocks: `stored` selects the keys that a block had in any version. */
interface BlockTable {
  readonly table: KeyedTable;
  readonly made: RowBinaryRows;
  readonly stored: string;
}

/**
 * Compares the rows that were made of blocks with those that are stored of them.
 *
 * Content that is stored by hash (`cell_trees`, `state_inits`) and rows that every parser makes (`blocks`,
 * `block_digests`, `round_blocks`, `blocks_of_rounds`, `latest_account_states`) cannot be stale.
 *
 * @param tables rows of whole blocks that are not written yet, or not all of them
 */
export async function findStaleRows(reader: RowReader, tables: BlockTables): Promise<StaleRowsOfBlocks> {
  // A partial block outranks nothing that is stored of the block in its round.
  const made = decodeRows(blocksTable, tables.blocks.rows()) as readonly MadeBlock[];
  const blocks = made.filter(({ mcBlockSeqno }) => mcBlockSeqno !== null);
  const found = blockTables(tables);
  return {
    versionMax: blocks.reduce((most, { rowVersion }) => Math.max(most, rowVersion), 0),
    derived: await staleRowsOf(reader, blocks, found.derived),
    main: await staleRowsOf(reader, blocks, found.main),
  };
}

async function staleRowsOf(
  reader: RowReader,
  blocks: readonly MadeBlock[],
  blockTablesOfKind: readonly BlockTable[],
): Promise<readonly StaleRows[]> {
  const found: StaleRows[] = [];
  for (const { table, made, stored } of blockTablesOfKind) {
    const kept = new Set(decodeRows(table, made).map((row) => keyTupleSql(table, row)));
    const columns = keyColumns(table);
    const keys = new Set<string>();
    for (let from = 0; from < blocks.length; from += BLOCKS_PER_QUERY) {
      const query = `SELECT DISTINCT ${columnsSql(columns)} FROM (${stored})`;
      const rows: readonly object[] = await reader.select(
        columns,
        withBlocks(query, blocks.slice(from, from + BLOCKS_PER_QUERY)),
      );
      for (const row of rows) keys.add(keyTupleSql(table, row));
    }
    const stale = [...keys].filter((key) => !kept.has(key));
    if (stale.length > 0) found.push({ table, keys: stale });
  }
  return found;
}

/** Selects the transactions that any version had of the blocks. */
const OF_TRANSACTIONS = `lt BETWEEN LT_FROM AND LT_TO AND (workchain, account, lt) IN
  (SELECT workchain, account, lt FROM block_transactions WHERE (workchain, shard, seqno) IN (BLOCKS))`;

/** In each list in the order in which stale rows are deleted. */
function blockTables(tables: BlockTables): Readonly<Record<'derived' | 'main', readonly BlockTable[]>> {
  const ofTransactions = (columns: string): string => `SELECT ${columns} FROM transactions WHERE ${OF_TRANSACTIONS}`;
  const ofMessages = (columns: string): string => `SELECT ${columns} FROM messages WHERE ${OF_TRANSACTIONS}`;
  const place = 'lt, workchain, account, direction, position';
  // Row version 0: known from elsewhere than from the block.
  const ofRounds = 'mc_block_seqno IN (MASTERCHAIN_SEQNOS) AND row_version > 0';
  return {
    derived: [
      {
        table: messagePlacesTable,
        made: tables.messagePlaces.rows(),
        stored: `SELECT ${hashPrefixSql('name_.1')} AS hash_prefix, lt, workchain, block_shard AS shard,
            block_seqno AS seqno, direction, position, name_.2 AS is_norm
          FROM (${ofMessages(`arrayJoin(${messageNamesSql}) AS name_, block_shard, block_seqno, ${place}`)})`,
      },
      { table: bodyHashesTable, made: tables.bodyHashes.rows(), stored: ofMessages(`body_hash, ${place}`) },
      {
        table: opcodesTable,
        made: tables.opcodes.rows(),
        stored: `SELECT assumeNotNull(tag) AS opcode, ${place} FROM (${ofMessages(`opcode AS tag, ${place}`)})
          WHERE tag IS NOT NULL`,
      },
      {
        table: transactionPlacesTable,
        made: tables.transactionPlaces.rows(),
        stored: ofTransactions(
          `${hashPrefixSql('hash')} AS hash_prefix, lt, workchain, block_shard AS shard, block_seqno AS seqno`,
        ),
      },
      {
        table: accountStatesTable,
        made: tables.accountStates.rows(),
        stored: `SELECT workchain, account, lt FROM account_states WHERE row_version > 0 AND ${OF_TRANSACTIONS}`,
      },
      {
        table: configsTable,
        made: tables.configs.rows(),
        stored: `SELECT mc_block_seqno FROM configs WHERE ${ofRounds}`,
      },
    ],
    main: [
      {
        table: masterchainShardsTable,
        made: tables.masterchainShards.rows(),
        stored: `SELECT mc_block_seqno, workchain, shard FROM masterchain_shards WHERE ${ofRounds}`,
      },
      {
        table: messagesTable,
        made: tables.messages.rows(),
        stored: ofMessages('workchain, account, lt, direction, position'),
      },
      {
        table: transactionPartsTable,
        made: tables.transactionParts.rows(),
        // Links are rows of the trace assembler. Before its round was known, a block had parts without one.
        stored: `SELECT block_round, workchain, shard, seqno, part, kind, round FROM transaction_parts
          WHERE block_round IN (${NO_ROUND}, ROUNDS) AND kind = 'cells' AND (workchain, shard, seqno) IN (BLOCKS)`,
      },
      { table: transactionsTable, made: tables.transactions.rows(), stored: ofTransactions('workchain, account, lt') },
      {
        table: blockTransactionsTable,
        made: tables.blockTransactions.rows(),
        stored:
          'SELECT workchain, shard, seqno, lt, account FROM block_transactions WHERE (workchain, shard, seqno) IN (BLOCKS)',
      },
    ],
  };
}

/** Fills the blocks into a query. */
function withBlocks(query: string, blocks: readonly MadeBlock[]): string {
  const keys = blocks.map(({ workchain, shard, seqno }) => `(${workchain}, ${shard}, ${seqno})`);
  // No seqno is 0: of no masterchain block, no row.
  const seqnos = blocks.filter(({ workchain }) => workchain === -1).map(({ seqno }) => seqno);
  const startLts = blocks.map(({ startLt }) => startLt);
  const endLts = blocks.map(({ endLt }) => endLt);
  const least = startLts.reduce((left, right) => (right < left ? right : left));
  const most = endLts.reduce((left, right) => (right > left ? right : left));
  return query
    .replaceAll('BLOCKS', keys.join(', '))
    .replaceAll('ROUNDS', [...new Set(blocks.map(({ mcBlockSeqno }) => mcBlockSeqno ?? NO_ROUND))].join(', '))
    .replaceAll('MASTERCHAIN_SEQNOS', seqnos.length === 0 ? '0' : seqnos.join(', '))
    .replaceAll('LT_FROM', String(least))
    .replaceAll('LT_TO', String(most));
}

function keyColumns({ name, columns, orderBy }: KeyedTable): readonly ColumnDefinition[] {
  return orderBy.map((key) => {
    const found = columns.find((column) => column.name === key);
    if (found === undefined) throw new RangeError(`Table ${name} has no column ${key}`);
    return found;
  });
}

function decodeRows({ columns }: KeyedTable, { bytes, rowCount }: RowBinaryRows): readonly object[] {
  const decode = rowDecoderOf(columns);
  const reader = new RowBinaryReader(bytes);
  return Array.from({ length: rowCount }, () => decode(reader));
}
