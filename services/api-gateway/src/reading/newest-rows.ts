/**
 * Of rows with one key the one with the highest version, which is what the engine would merge them to. Chosen here,
 * because few rows have a second version, and the engine's own sorting costs a fifth of a look-up.
 */
export function newestRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  versionOf: (row: Row) => number | bigint,
): Map<string, Row> {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const other = newest.get(key);
    if (other === undefined || versionOf(row) > versionOf(other)) newest.set(key, row);
  }
  return newest;
}
