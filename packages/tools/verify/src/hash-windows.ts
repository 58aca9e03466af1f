import { type HashWindows, hashWindows } from '@tonriver/clickhouse';
import type { ProofContext } from './proof.ts';
import { longQuery } from './ranges.ts';

/** Rows of a window: so many groups a GROUP BY by hash may hold at once. */
const ROWS_PER_WINDOW = 4_000_000;

/**
 * Returns conditions that divide a table by the first bytes of a hash column into parts of about equal size. A
 * condition on the first column of the sort key reads only its part.
 */
export async function planHashWindows(
  { store }: Pick<ProofContext, 'store'>,
  table: string,
  options: Pick<HashWindows, 'boundOf'> = {},
): Promise<readonly ((column: string) => string)[]> {
  const [counted] = await store.query<{ readonly rows: string }>(`SELECT count() AS rows FROM ${table}`, {}, longQuery);
  return hashWindows({ ...options, rowCount: Number(counted?.rows ?? 0), rowsPerWindow: ROWS_PER_WINDOW });
}

/** A bound of windows over a column that has the first 8 bytes of hashes as numbers. */
export function prefixBound(start: number): string {
  return `toUInt64('${BigInt(start) << 48n}')`;
}
