/** Rows and sum that a driver read from a table. */
export interface TableReading {
  readonly rows: number;
  /** Of all its columns of whole numbers, up to 64 bits wide. */
  readonly sum: bigint;
}

/** Lines of "table rows sum". */
export function readingsOf(output: string): ReadonlyMap<string, TableReading> {
  const readings = new Map<string, TableReading>();
  for (const line of output.trim().split('\n')) {
    const [table = '', rows = '', sum = ''] = line.trim().split(' ');
    readings.set(table, { rows: Number(rows), sum: BigInt(sum) });
  }
  return readings;
}
