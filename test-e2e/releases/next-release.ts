import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '@tonriver/clickhouse';
import { PARSER_VERSION } from '@tonriver/parser/service';
import { schemaVersion } from '@tonriver/row-schema';

/** The versions of the test build. */
export const nextRelease = { schemaVersion: schemaVersion + 1, parserVersion: PARSER_VERSION + 1 } as const;

/** In `transactions`: a remainder of `now`, so that no row that the test build makes has the default. */
const column = { name: 'now_remainder', comment: 'now modulo 251', default: 255 } as const;

/** Where a text goes in a file of the tree. */
interface Edit {
  readonly file: string;
  /** Occurs once. */
  readonly at: string;
  readonly put: 'before' | 'after' | 'instead';
  readonly text: string;
}

/**
 * Makes a tree of this commit into what its next release might be: a column of `transactions`, a table with a row
 * for each block, and a field of the announcement of a block.
 *
 * @throws {Error} when a place that is edited is not there any more
 */
export function makeNextRelease(root: string): void {
  for (const [file, text] of Object.entries(newFiles())) writeFileSync(join(root, file), text, { flag: 'wx' });
  for (const edit of edits) applyEdit(root, edit);
}

function applyEdit(root: string, { file, at, put, text }: Edit): void {
  const before = readFileSync(join(root, file), 'utf8');
  const pieces = before.split(at);
  if (pieces.length !== 2) {
    const problem = `${file} has ${pieces.length - 1} times the line "${at.trim()}", which the test build edits`;
    throw new Error(`${problem}: adapt test-e2e/releases/next-release.ts`);
  }
  const replacement = { before: `${text}${at}`, after: `${at}${text}`, instead: text }[put];
  writeFileSync(join(root, file), pieces.join(replacement));
}

const TABLES = 'packages/rows/row-schema/src/tables';
const MIGRATIONS = 'packages/adapters/clickhouse/src/migrations';
const BLOCK_ROWS = 'packages/rows/block-rows/src';
const MIGRATION_FILE = 'next-release.sql';

function newFiles(): Readonly<Record<string, string>> {
  const { name, comment, default: value } = column;
  return {
    [`${MIGRATIONS}/sql/${MIGRATION_FILE}`]: `
ALTER TABLE {database}.transactions{onCluster}
  ADD COLUMN IF NOT EXISTS ${name} UInt8 DEFAULT ${value} COMMENT '${comment}' CODEC(T64, ZSTD(1)) AFTER row_version;
CREATE TABLE IF NOT EXISTS {database}.block_times{onCluster} (
  workchain Int32,
  shard Int64,
  seqno UInt32,
  gen_utime UInt32,
  row_version UInt32
) ENGINE = {replicated}ReplacingMergeTree(row_version) ORDER BY (workchain, shard, seqno);
`,
    [`${TABLES}/block-times.ts`]: `
import { uint32 } from './column-type.ts';
import * as shared from './shared-columns.ts';
import { encoderOf, type RowOf, type TableDefinition } from './table-definition.ts';

const columns = [
  shared.workchain,
  shared.shard,
  shared.seqno,
  { name: 'gen_utime', type: uint32, comment: 'Unix time of the block' },
  shared.rowVersion,
] as const;

export type BlockTimeRow = RowOf<typeof columns>;

export const blockTimesTable: TableDefinition<BlockTimeRow, typeof columns> = {
  name: 'block_times',
  comment: 'Unix time of each block',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['workchain', 'shard', 'seqno'],
  encode: encoderOf(columns),
};
`,
  };
}

const versions: readonly Edit[] = [
  {
    file: 'packages/rows/row-schema/src/schema-version.ts',
    at: `schemaVersion = ${schemaVersion};`,
    put: 'instead',
    text: `schemaVersion = ${nextRelease.schemaVersion};`,
  },
  {
    file: 'services/parser/src/parser-version.ts',
    at: `PARSER_VERSION = ${PARSER_VERSION};`,
    put: 'instead',
    text: `PARSER_VERSION = ${nextRelease.parserVersion};`,
  },
  {
    // Cached records have all columns of a transaction: the gateway's own test asks for another layout.
    file: 'services/api-gateway/src/cache-layout.ts',
    at: 'export const CACHE_LAYOUT = ',
    put: 'after',
    text: '1_000 + ',
  },
  {
    file: `${MIGRATIONS}/migrations.ts`,
    at: '\n];',
    put: 'before',
    text: `\n  step(${nextRelease.schemaVersion}, ${migrations.at(-1)!.oldestCompatible}, 'test build', '${MIGRATION_FILE}'),`,
  },
];

const newColumn: readonly Edit[] = [
  {
    file: `${TABLES}/transactions.ts`,
    at: '\n  shared.rowVersion,',
    put: 'after',
    text: `
  {
    name: '${column.name}',
    type: uint8,
    codec: 'integer',
    comment: '${column.comment}',
    added: {
      bySchema: ${nextRelease.schemaVersion},
      default: { sql: '${column.default}', value: ${column.default} },
    },
  },`,
  },
  {
    file: `${TABLES}/transactions.ts`,
    at: '\n  writer.uint32(row.rowVersion);',
    put: 'after',
    text: '\n  writer.uint8(row.nowRemainder);',
  },
  {
    file: `${TABLES}/transactions.ts`,
    at: "'action_list_hash'],",
    put: 'instead',
    text: `'action_list_hash', '${column.name}'],`,
  },
  {
    file: `${BLOCK_ROWS}/transaction-row.ts`,
    at: '\n    rowVersion: place.rowVersion,',
    put: 'after',
    text: '\n    nowRemainder: transaction.now % 251,',
  },
];

const newTable: readonly Edit[] = [
  {
    file: `${TABLES}/all-tables.ts`,
    at: "import { blocksTable } from './blocks.ts';\n",
    put: 'after',
    text: "import { blockTimesTable } from './block-times.ts';\n",
  },
  { file: `${TABLES}/all-tables.ts`, at: '\n  blocksTable,', put: 'after', text: '\n  blockTimesTable,' },
  {
    file: 'packages/rows/row-schema/src/index.ts',
    at: "export { allTables } from './tables/all-tables.ts';\n",
    put: 'after',
    text: "export { blockTimesTable, type BlockTimeRow } from './tables/block-times.ts';\n",
  },
  {
    file: `${BLOCK_ROWS}/block-tables.ts`,
    at: '\n  type BlockRow,',
    put: 'after',
    text: '\n  type BlockTimeRow,\n  blockTimesTable,',
  },
  {
    file: `${BLOCK_ROWS}/block-tables.ts`,
    at: '\n  readonly blocks: RowBatch<BlockRow>;',
    put: 'before',
    text: '\n  readonly blockTimes: RowBatch<BlockTimeRow>;',
  },
  {
    file: `${BLOCK_ROWS}/block-tables.ts`,
    at: '\n    blocks: createRowBatch(blocksTable),',
    put: 'before',
    text: '\n    blockTimes: createRowBatch(blockTimesTable),',
  },
  {
    file: `${BLOCK_ROWS}/block-tables.ts`,
    at: '\n    [{ table: blocksTable, batch: tables.blocks }],',
    put: 'before',
    text: '\n    [{ table: blockTimesTable, batch: tables.blockTimes }],',
  },
  {
    file: `${BLOCK_ROWS}/add-block-rows.ts`,
    at: '\n  tables.blocks.add(',
    put: 'before',
    text: '\n  tables.blockTimes.add({ workchain, shard: place.shard, seqno, genUtime: block.info.genUtime, rowVersion });',
  },
];

const newField: readonly Edit[] = [
  {
    file: 'packages/domain/events/src/parsed-block.ts',
    at: '\n  transactions: z.array(transactionSchema),',
    put: 'before',
    text: '\n  parserVersion: uint32.default(0),',
  },
  {
    file: 'services/parser/src/steps/rows-of-block.ts',
    at: '\n    transactions,\n  };',
    put: 'before',
    text: `\n    parserVersion: ${nextRelease.parserVersion},`,
  },
];

const edits: readonly Edit[] = [...versions, ...newColumn, ...newTable, ...newField];

/** The files of a tree that are edited, by their path. */
export const editedFiles: readonly string[] = [...new Set(edits.map(({ file }) => file))];
