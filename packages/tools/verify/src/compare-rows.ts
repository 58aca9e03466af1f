import { type ColumnDefinition, type ColumnList, columnsSql, int8, rowPropertyOf } from '@tonriver/row-schema';
import { nameOf, type Problem, type RowName, valueText } from './finding.ts';
import type { ProofContext } from './proof.ts';
import { longQuery } from './ranges.ts';

/** Two selections that must be equal, row by row. */
export interface ComparedRows {
  /** The table that is checked, and the columns that are compared; the key must be among them. */
  readonly table: { readonly name: string; readonly orderBy: readonly string[] };
  readonly columns: ColumnList;
  /** `SELECT`s of these columns by name and in order: the expected rows and the stored rows. */
  readonly expected: string;
  readonly actual: string;
  /** The source of the expected rows. */
  readonly source: string;
  /** Returns the row of the source that may be wrong instead. */
  readonly or?: (row: Readonly<Record<string, unknown>>) => RowName;
}

const BUCKET_COUNT = 65_536;
const BUCKETS_MAX = 256;

/**
 * Compares two selections of any size in bounded memory: each side is scanned once into sums of row hashes per bucket
 * of keys, and only the buckets that differ are read again, row by row.
 */
export async function* compareRows(context: ProofContext, compared: ComparedRows): AsyncGenerator<Problem> {
  const { table, columns } = compared;
  const sides = [
    [1, compared.expected],
    [-1, compared.actual],
  ] as const;
  const all = columnsSql(columns);
  const bucket = `cityHash64(formatRow('RowBinary', ${table.orderBy.join(', ')})) % ${BUCKET_COUNT}`;
  const fingerprints = sides.map(
    ([sign, rows]) =>
      `SELECT toUInt32(${bucket}) AS bucket_, toInt64(${sign}) AS sign_,
         toInt64(cityHash64(formatRow('RowBinary', ${all}))) AS hash_ FROM (${rows})`,
  );
  const found = await context.store.query<{ readonly bucket_: number; readonly rows_: string }>(
    `SELECT bucket_, sum(sign_) != 0 OR sum(sign_ * hash_) != 0 AS differs_, countIf(sign_ < 0) AS rows_
     FROM (${fingerprints.join(' UNION ALL ')}) GROUP BY bucket_
     HAVING differs_ ORDER BY bucket_ LIMIT ${BUCKETS_MAX}`,
    {},
    longQuery,
  );
  context.count(`rows of ${table.name}`, await countRows(context, compared.actual));
  if (found.length === 0) return;
  const list = found.map(({ bucket_ }) => bucket_).join(', ');
  const selections = sides.map(
    ([sign, rows]) => `SELECT ${all}, toInt8(${sign}) AS sign_ FROM (${rows}) WHERE ${bucket} IN (${list})`,
  );
  const signColumn = { name: 'sign_', type: int8, comment: '1: expected, -1: stored' } as const;
  const differing = context.store.stream(
    [...columns, signColumn] as ColumnDefinition[],
    `SELECT ${all}, toInt8(if(total_ > 0, 1, -1)) AS sign_ FROM (
       SELECT ${all}, sum(sign_) AS total_ FROM (${selections.join(' UNION ALL ')}) GROUP BY ${all}
     ) WHERE total_ != 0 ORDER BY ${table.orderBy.join(', ')}, sign_`,
    {},
    longQuery,
  );
  yield* pairDifferences(compared, differing);
}

async function countRows({ store }: ProofContext, rows: string): Promise<number> {
  const [counted] = await store.query<{ readonly rows: string }>(
    `SELECT count() AS rows FROM (${rows})`,
    {},
    longQuery,
  );
  return Number(counted?.rows ?? 0);
}

type Row = Readonly<Record<string, unknown>>;

/** Rows come sorted by key, stored before expected: two rows with one key are one row that differs. */
async function* pairDifferences(
  compared: ComparedRows,
  batches: AsyncIterable<readonly object[]>,
): AsyncGenerator<Problem> {
  let waiting: Row | undefined;
  for await (const batch of batches) {
    for (const row of batch as readonly Row[]) {
      if (waiting === undefined) {
        waiting = row;
      } else if (keyText(compared, waiting) === keyText(compared, row)) {
        yield differing(compared, waiting, row);
        waiting = undefined;
      } else {
        yield lone(compared, waiting);
        waiting = row;
      }
    }
  }
  if (waiting !== undefined) yield lone(compared, waiting);
}

function keyText({ table }: ComparedRows, row: Row): string {
  return table.orderBy.map((column) => valueText(row[rowPropertyOf(column)])).join(' ');
}

function lone(compared: ComparedRows, row: Row): Problem {
  const isMissing = row['sign_'] === 1;
  return {
    ...nameOf(compared.table, row),
    problem: isMissing ? `is missing: ${compared.source} asks for it` : `is not asked for by ${compared.source}`,
    ...(compared.or === undefined ? {} : { or: compared.or(row) }),
  };
}

function differing(compared: ComparedRows, actual: Row, expected: Row): Problem {
  const columns = compared.columns
    .map(({ name }) => name)
    .filter((name) => valueText(actual[rowPropertyOf(name)]) !== valueText(expected[rowPropertyOf(name)]));
  const texts = columns.map(
    (name) => `${name} is ${valueText(actual[rowPropertyOf(name)])}, not ${valueText(expected[rowPropertyOf(name)])}`,
  );
  return {
    ...nameOf(compared.table, actual),
    columns,
    problem: `differs from ${compared.source}: ${texts.join('; ')}`,
    ...(compared.or === undefined ? {} : { or: compared.or(actual) }),
  };
}
