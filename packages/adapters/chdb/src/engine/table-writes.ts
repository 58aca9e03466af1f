/** The tables that a statement writes. `any`: nobody knows which. */
type WrittenTables = readonly string[] | 'any';

/** Knows whether tables were written, so that an earlier result of a query can be given again. */
export interface TableWrites {
  /** Runs what writes tables. Names without a database stand for tables of all databases. */
  during<Result>(tables: WrittenTables, write: () => Promise<Result>): Promise<Result>;
  /** Begins writing, until the returned function is called. */
  begin(tables: WrittenTables): () => void;
  /** A text that changes whenever one of these tables is written; undefined while one may be being written. */
  stateOf(tables: readonly string[]): string | undefined;
}

export function createTableWrites(): TableWrites {
  /** How often the writing of each table began, and how often it is being done now. */
  const counts = new Map<string, { begun: number; running: number }>();
  const ANY = '';
  const countOf = (table: string): { begun: number; running: number } => {
    const known = counts.get(table) ?? { begun: 0, running: 0 };
    counts.set(table, known);
    return known;
  };
  const begin: TableWrites['begin'] = (tables) => {
    const written = (tables === 'any' ? [ANY] : tables).map(countOf);
    for (const count of written) {
      count.begun += 1;
      count.running += 1;
    }
    let isRunning = true;
    return () => {
      if (isRunning) for (const count of written) count.running -= 1;
      isRunning = false;
    };
  };
  return {
    begin,
    async during(tables, write) {
      const end = begin(tables);
      try {
        return await write();
      } finally {
        end();
      }
    },
    stateOf(tables) {
      const read = [ANY, ...tables].map(countOf);
      return read.some(({ running }) => running > 0) ? undefined : read.map(({ begun }) => begun).join(' ');
    },
  };
}
