/** The first 16 bits of a hash decide in which window it is. */
const WINDOWS_MAX = 65_536;

/** How the rows of a table are divided by the first bits of a column of hashes, which are evenly spread. */
export interface HashWindows {
  /** Rows of the whole table. */
  readonly rowCount: number;
  readonly rowsPerWindow: number;
  /** Returns, in SQL, the first value of the column that begins with these 16 bits. Default: of a hash. */
  readonly boundOf?: (start: number) => string;
}

/** Returns conditions on a column that divide a table into parts of about equal size, which together are all of it. */
export function hashWindows({
  rowCount,
  rowsPerWindow,
  boundOf = hashBound,
}: HashWindows): readonly ((column: string) => string)[] {
  let count = 1;
  while (count < WINDOWS_MAX && count * rowsPerWindow < rowCount) count *= 2;
  const bound = (window: number): string => boundOf((window * WINDOWS_MAX) / count);
  return Array.from({ length: count }, (_, window) => (column: string) => {
    const from = window === 0 ? 'true' : `${column} >= ${bound(window)}`;
    return window === count - 1 ? from : `${from} AND ${column} < ${bound(window + 1)}`;
  });
}

function hashBound(start: number): string {
  return `toFixedString(unhex('${start.toString(16).padStart(4, '0')}'), 32)`;
}
