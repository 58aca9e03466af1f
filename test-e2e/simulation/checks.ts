import type { MemoryClickHouse } from '@tonriver/clickhouse/testing';
import type { MemoryCells } from '@tonriver/cell-store/testing';
import { allTables, RowBinaryReader, rowDecoderOf, watermarksTable } from '@tonriver/row-schema';

/** The result of a run: of each table identity → row, and the cells of the cell store. */
export interface Outcome {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Buffer>>;
  readonly cells: ReadonlyMap<string, string>;
}

/** Of the process alone: how far it was when it was stopped. */
const OWN_TABLES = new Set(['assembler_snapshots', 'deployment']);
/** Of rows: those which every reader below the watermark finds. */
const TABLES_OF_ROUNDS = [
  'blocks',
  'masterchain_shards',
  'round_blocks',
  'blocks_of_rounds',
  'transactions',
  'messages',
  'transaction_parts',
];

export function outcomeOf(store: MemoryClickHouse, { cells, records }: MemoryCells): Outcome {
  const names = allTables.map(({ name }) => name).filter((name) => !OWN_TABLES.has(name));
  const kept = [...records].filter(([key]) => !key.startsWith('offset/'));
  return {
    tables: new Map(names.map((name) => [name, store.finalRows(name)])),
    cells: new Map([...cells, ...kept].map(([key, value]) => [key, value.toString('latin1')])),
  };
}

/** How an outcome differs from the one that it should be; undefined when it does not. */
export function difference(found: Outcome, wanted: Outcome): string | undefined {
  const problems: string[] = [];
  for (const [name, rows] of wanted.tables) {
    const other = found.tables.get(name)!;
    const missing = [...rows.keys()].filter((identity) => !other.has(identity));
    const more = [...other.keys()].filter((identity) => !rows.has(identity));
    const changed = [...rows].filter(([identity, row]) => other.get(identity)?.equals(row) === false);
    if (missing.length + more.length + changed.length === 0) continue;
    const [example] = [...missing, ...more, ...changed.map(([identity]) => identity)];
    const counts = `${missing.length} missing, ${more.length} too many, ${changed.length} other`;
    problems.push(`${name}: of ${rows.size} rows ${counts}, such as ${example}`);
  }
  const keys = new Set([...found.cells.keys(), ...wanted.cells.keys()]);
  const cells = [...keys].filter((key) => found.cells.get(key) !== wanted.cells.get(key));
  if (cells.length > 0) {
    problems.push(`cells: ${cells.length} of ${keys.size} differ`);
  }
  return problems.length === 0 ? undefined : problems.join('; ');
}

/**
 * The promise of the watermark, to be asked whenever one is written: everything up to it is there, as it is in the end
 * of an undisturbed run.
 */
export function createWatermarkCheck(store: MemoryClickHouse, wanted: Outcome) {
  const rounds = rowsByRound(wanted);
  const checked = new Set<number>();
  return {
    /** Why the promise is broken; undefined while it is kept. */
    problem(): string | undefined {
      for (const row of store.finalRows('watermarks').values()) {
        const { firstSeqno, lastSeqno } = decoderOf(watermarksTable)(row) as Record<string, number>;
        for (let round = firstSeqno!; round <= lastSeqno!; round += 1) {
          if (checked.has(round)) continue;
          checked.add(round);
          const missing = rounds.get(round)?.find(({ table, identity, bytes }) => !isThere(table, identity, bytes));
          if (missing !== undefined) return `Round ${round} has no ${missing.table} ${missing.identity}`;
        }
      }
      return undefined;
    },
  };

  function isThere(table: string, identity: string, bytes: Buffer | undefined): boolean {
    const row = store.finalRow(table, identity);
    return row !== undefined && (bytes === undefined || row.equals(bytes));
  }
}

interface RoundOfRow {
  readonly mcBlockSeqno?: number | null;
  /** In `transaction_parts`. */
  readonly kind?: 'cells' | 'links';
}

interface RowOfRound {
  readonly table: string;
  readonly identity: string;
  /** Undefined where only the identity counts: trace ids and rounds may still be said again. */
  readonly bytes: Buffer | undefined;
}

function rowsByRound({ tables }: Outcome): ReadonlyMap<number, readonly RowOfRound[]> {
  const rounds = new Map<number, RowOfRound[]>();
  for (const definition of allTables.filter(({ name }) => TABLES_OF_ROUNDS.includes(name))) {
    const { name: table } = definition;
    for (const [identity, bytes] of tables.get(table) ?? []) {
      // Which parts have links of a round depends on where the range began then.
      const { mcBlockSeqno, kind } = decoderOf(definition)(bytes) as RoundOfRow;
      if (mcBlockSeqno === null || mcBlockSeqno === undefined || kind === 'links') continue;
      const found = rounds.get(mcBlockSeqno) ?? [{ table: 'rounds', identity: `${mcBlockSeqno}`, bytes: undefined }];
      rounds.set(mcBlockSeqno, found);
      found.push({ table, identity, bytes });
      if (table === 'transactions') found.push({ table: 'trace_ids', identity, bytes: undefined });
    }
  }
  return rounds;
}

function decoderOf({ columns }: Pick<(typeof allTables)[number], 'columns'>): (bytes: Buffer) => unknown {
  const decode = rowDecoderOf(columns);
  return (bytes) => decode(new RowBinaryReader(bytes));
}
