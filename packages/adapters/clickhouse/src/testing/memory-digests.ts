import { createHash } from 'node:crypto';
import {
  compareByKey,
  type DigestedTable,
  digestLayoutOf,
  digestSql,
  digestedTables,
  type QueryParameters,
  schemaVersion,
} from '@tonriver/row-schema';
import type { MemoryRow, MemoryTable, StoredRow } from './memory-table.ts';

const WHOLE_SHARD = -(2n ** 63n);

/** The block that a row is of: workchain, signed shard, seqno. */
const blockOf: Readonly<Record<DigestedTable, (row: MemoryRow) => readonly unknown[]>> = {
  blocks: ({ workchain, shard, seqno }) => [workchain, shard, seqno],
  masterchain_shards: ({ mcBlockSeqno }) => [-1, WHOLE_SHARD, mcBlockSeqno],
  transactions: ({ workchain, blockShard, blockSeqno }) => [workchain, blockShard, blockSeqno],
  messages: ({ workchain, blockShard, blockSeqno }) => [workchain, blockShard, blockSeqno],
};

const names = Object.keys(digestedTables) as DigestedTable[];
/** Of this release's layout: it digests whole rows. */
const layout = digestLayoutOf(schemaVersion);
const tableBySql = new Map(names.map((name) => [digestSql(name, layout[name]), name]));

/** The table whose digests a statement asks for; undefined for another statement. */
export function digestedBy(sql: string): DigestedTable | undefined {
  return tableBySql.get(sql);
}

/** Counts and digests of the rows of some rounds, block by block: what `digestSql` selects. */
export function digestRows(
  name: DigestedTable,
  tableOf: (name: string) => MemoryTable,
  parameters: QueryParameters,
): readonly MemoryRow[] {
  const rounds = new Set(parameters['rounds'] as readonly number[]);
  const isOfRounds = (row: MemoryRow): boolean => rounds.has(row['mcBlockSeqno'] as number);
  const [ltFrom, ltTo] = [BigInt(parameters['lt_from'] as bigint), BigInt(parameters['lt_to'] as bigint)];
  const isNear = ({ lt }: MemoryRow): boolean => ltFrom <= (lt as bigint) && (lt as bigint) <= ltTo;
  const listed = name === 'blocks' ? blocksOfRounds(tableOf('round_blocks'), isOfRounds) : undefined;
  const isMeant = (row: MemoryRow): boolean => {
    if (!isOfRounds(row)) return false;
    if (name === 'transactions' || name === 'messages') return isNear(row);
    return listed?.has(textOf(blockOf.blocks(row))) !== false;
  };
  const blocks = new Map<string, { readonly block: readonly unknown[]; readonly rows: StoredRow[] }>();
  for (const [, stored] of tableOf(name).final()) {
    if (!isMeant(stored.row)) continue;
    const block = blockOf[name](stored.row);
    const found = blocks.get(textOf(block)) ?? { block, rows: [] };
    blocks.set(textOf(block), found);
    found.rows.push(stored);
  }
  const compare = compareByKey<MemoryRow>(tableOf(name).definition as never);
  return [...blocks.values()].map(({ block: [blockWorkchain, blockShard, blockSeqno], rows }) => {
    const hash = createHash('sha256');
    for (const { bytes } of rows.toSorted((one, other) => compare(one.row, other.row))) hash.update(bytes);
    return { blockWorkchain, blockShard, blockSeqno, rowCount: BigInt(rows.length), digest: hash.digest() };
  });
}

function blocksOfRounds(table: MemoryTable, isOfRounds: (row: MemoryRow) => boolean): ReadonlySet<string> {
  const rows = [...table.all()].map(({ row }) => row);
  return new Set(rows.filter(isOfRounds).map((row) => textOf(blockOf.blocks(row))));
}

function textOf(block: readonly unknown[]): string {
  return block.join(':');
}
