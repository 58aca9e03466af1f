import { identifier } from '../sql/sql-literal.ts';
import { blocksTable } from '../tables/blocks.ts';
import { bytes32, int32, int64, uint32, uint64 } from '../tables/column-type.ts';
import { masterchainShardsTable } from '../tables/masterchain-shards.ts';
import { messagesTable } from '../tables/messages.ts';
import type { ColumnList, TableDefinition } from '../tables/table-definition.ts';
import { transactionsTable } from '../tables/transactions.ts';

/** The tables whose rows are counted and digested block by block. */
export const digestedTables = {
  blocks: blocksTable,
  masterchain_shards: masterchainShardsTable,
  transactions: transactionsTable,
  messages: messagesTable,
} as const;

export type DigestedTable = keyof typeof digestedTables;

/** Which columns of each digested table are digested, in this order. */
export type DigestLayout = Readonly<Record<DigestedTable, readonly string[]>>;

/**
 * The columns that a program of an older version of the schema, or of this one, digested. What a newer one digests is
 * recorded in the database when it is migrated.
 */
export function digestLayoutOf(version: number): DigestLayout {
  const of = (table: { readonly columns: ColumnList }): readonly string[] =>
    table.columns.filter(({ added }) => added === undefined || added.bySchema <= version).map(({ name }) => name);
  return {
    blocks: of(blocksTable),
    masterchain_shards: of(masterchainShardsTable),
    transactions: of(transactionsTable),
    messages: of(messagesTable),
  };
}

/** The columns of every digest query, for `select` of a `RowReader`. */
export const digestColumns = [
  { name: 'block_workchain', type: int32, comment: 'Workchain of the block' },
  { name: 'block_shard', type: int64, comment: 'Shard of the block' },
  { name: 'block_seqno', type: uint32, comment: 'Seqno of the block' },
  { name: 'row_count', type: uint64, comment: 'Rows of the block in the table' },
  { name: 'digest', type: bytes32, comment: 'SHA-256 over their RowBinary bytes in sort order' },
] as const;

/** `block`: the expressions for the block of a row. `where`: finds the rows of some rounds without a table scan. */
const selections: Readonly<
  Record<DigestedTable, { readonly block: readonly [string, string, string]; readonly where: string }>
> = {
  blocks: {
    block: ['workchain', 'shard', 'seqno'],
    where:
      'mc_block_seqno IN {rounds:Array(UInt32)} AND (workchain, shard, seqno) IN ' +
      '(SELECT workchain, shard, seqno FROM round_blocks WHERE mc_block_seqno IN {rounds:Array(UInt32)})',
  },
  masterchain_shards: {
    block: ['toInt32(-1)', 'toInt64(-9223372036854775808)', 'mc_block_seqno'],
    where: 'mc_block_seqno IN {rounds:Array(UInt32)}',
  },
  // Every part knows its smallest and largest lt, so that the engine reads only the newest parts for a recent round.
  transactions: {
    block: ['workchain', 'block_shard', 'block_seqno'],
    where: 'lt >= {lt_from:UInt64} AND lt <= {lt_to:UInt64} AND mc_block_seqno IN {rounds:Array(UInt32)}',
  },
  messages: {
    block: ['workchain', 'block_shard', 'block_seqno'],
    where: 'lt >= {lt_from:UInt64} AND lt <= {lt_to:UInt64} AND mc_block_seqno IN {rounds:Array(UInt32)}',
  },
};

/**
 * Returns the query for row counts and digests of one table: one result row per block that has rows there.
 *
 * Parameters: `rounds` (Array(UInt32)); for transactions and messages also `lt_from` and `lt_to` (UInt64), the smallest
 * start_lt and the largest end_lt of the rounds' blocks, both included. Reads with FINAL, so that duplicates which are
 * not merged yet count once.
 *
 * @param digested the columns that are digested (`digestLayoutOf`)
 * @param where selects other rows, with its own parameters; it must select all rows of a block or none
 */
export function digestSql(
  name: DigestedTable,
  digested: readonly string[],
  where: string = selections[name].where,
): string {
  const table: Omit<TableDefinition, 'encode'> = digestedTables[name];
  const { block } = selections[name];
  const key = table.orderBy.map(identifier).join(', ');
  const all = digested.map(identifier).join(', ');
  // Aliases of the inner query differ from all columns: an equal one would replace the column in WHERE and the digest.
  return [
    'SELECT g.1 AS block_workchain, g.2 AS block_shard, g.3 AS block_seqno, rows_found AS row_count, toFixedString(hash_found, 32) AS digest',
    'FROM (',
    `  SELECT tuple(${block.join(', ')}) AS g, count() AS rows_found,`,
    `    SHA256(arrayStringConcat(arrayMap(x -> x.2, arraySort(groupArray(((${key}), formatRow('RowBinary', ${all}))))))) AS hash_found`,
    `  FROM ${identifier(table.name)} FINAL`,
    `  WHERE ${where}`,
    '  GROUP BY g',
    ')',
  ].join('\n');
}
