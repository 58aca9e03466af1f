import type { ProofContext } from './proof.ts';
import { longQuery } from './ranges.ts';

/** Rows of a window: so many groups a GROUP BY by hash may hold at once. */
const ROWS_PER_WINDOW = 4_000_000;
const WINDOWS_MAX = 65_536;

/**
 * Returns conditions that divide a table by the first bytes of a hash column into parts of about equal size. Hashes are
 * evenly spread, and a condition on the first column of the sort key reads only its part.
 */
export async function planHashWindows(
  { store }: Pick<ProofContext, 'store'>,
  table: string,
  boundOf: (start: number) => string = hashBound,
): Promise<readonly ((column: string) => string)[]> {
  const [counted] = await store.query<{ readonly rows: string }>(`SELECT count() AS rows FROM ${table}`, {}, longQuery);
  let count = 1;
  while (count < WINDOWS_MAX && count * ROWS_PER_WINDOW < Number(counted?.rows ?? 0)) count *= 2;
  const step = WINDOWS_MAX / count;
  const bound = (window: number): string => boundOf(window * step);
  return Array.from({ length: count }, (_, index) => (column: string) => {
    const from = index === 0 ? 'true' : `${column} >= ${bound(index)}`;
    return index === count - 1 ? from : `${from} AND ${column} < ${bound(index + 1)}`;
  });
}

/** The first hash that begins with these 16 bits. */
function hashBound(start: number): string {
  return `toFixedString(unhex('${start.toString(16).padStart(4, '0')}'), 32)`;
}

/** The same for a column that has the first 8 bytes of hashes as numbers. */
export function prefixBound(start: number): string {
  return `toUInt64('${BigInt(start) << 48n}')`;
}
