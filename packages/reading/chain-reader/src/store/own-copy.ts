/**
 * Returns a row without the bytes of the others. Its arrays are views of the whole result, which would stay in memory
 * as long as the row is remembered.
 */
export function ownCopy<Row extends object>(row: Row): Row {
  const copy = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Uint8Array ? Uint8Array.from(value) : value,
  ]);
  return Object.fromEntries(copy) as Row;
}
