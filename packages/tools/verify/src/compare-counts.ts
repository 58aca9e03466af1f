import { type ColumnList, columnsSql, uint64 } from '@tonriver/row-schema';
import type { ProofContext } from './proof.ts';
import { longQuery } from './ranges.ts';

/** Row counts of many keys from two sources: a column of one table, and the rows of another. */
export interface ComparedCounts {
  /** The key. */
  readonly columns: ColumnList;
  /** `SELECT`s of the key and `rows_` (UInt64): expected and stored. A key may occur many times. */
  readonly expected: string;
  readonly actual: string;
}

export interface DifferingCount {
  readonly key: Readonly<Record<string, unknown>>;
  readonly expected: bigint;
  readonly actual: bigint;
}

const BUCKET_COUNT = 65_536;
const BUCKETS_MAX = 256;

/**
 * Yields the keys whose counts differ. Each side is scanned once in bounded memory, and only the buckets of keys that
 * differ are read again.
 */
export async function* compareCounts(
  { store }: Pick<ProofContext, 'store'>,
  { columns, expected, actual }: ComparedCounts,
): AsyncGenerator<DifferingCount> {
  const key = columnsSql(columns);
  const bytes = `formatRow('RowBinary', ${key})`;
  const bucket = `cityHash64(${bytes}) % ${BUCKET_COUNT}`;
  const sums = (sign: number, rows: string): string =>
    `SELECT toUInt32(${bucket}) AS bucket_, ${sign} * toInt64(rows_) AS count_,
       ${sign} * toInt64(rows_) * toInt64(sipHash64(${bytes})) AS sum_ FROM (${rows})`;
  const found = await store.query<{ readonly bucket_: number }>(
    `SELECT bucket_ FROM (${sums(1, expected)} UNION ALL ${sums(-1, actual)})
     GROUP BY bucket_ HAVING sum(count_) != 0 OR sum(sum_) != 0 ORDER BY bucket_ LIMIT ${BUCKETS_MAX}`,
    {},
    longQuery,
  );
  if (found.length === 0) return;
  const list = found.map(({ bucket_ }) => bucket_).join(', ');
  const counted = [
    ...columns,
    { name: 'expected_', type: uint64, comment: 'Expected' },
    { name: 'actual_', type: uint64, comment: 'Stored' },
  ];
  const rows = store.stream(
    counted,
    `SELECT ${key}, toUInt64(should_) AS expected_, toUInt64(is_) AS actual_ FROM (
       SELECT ${key}, sumIf(rows_, side_ = 1) AS should_, sumIf(rows_, side_ = 2) AS is_ FROM (
         SELECT ${key}, toUInt64(rows_) AS rows_, 1 AS side_ FROM (${expected}) WHERE ${bucket} IN (${list})
         UNION ALL
         SELECT ${key}, toUInt64(rows_) AS rows_, 2 AS side_ FROM (${actual}) WHERE ${bucket} IN (${list})
       ) GROUP BY ${key}
     ) WHERE should_ != is_ ORDER BY ${key}`,
    {},
    longQuery,
  );
  for await (const batch of rows) {
    for (const row of batch as readonly Readonly<Record<string, unknown>>[]) {
      yield { key: row, expected: row['expected_'] as bigint, actual: row['actual_'] as bigint };
    }
  }
}
