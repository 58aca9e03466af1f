import {
  decodeRow,
  RowBinaryReader,
  type RowBinaryRows,
  rowPropertyOf,
  RowSchemaError,
  type TableDefinition,
} from '@tonriver/row-schema';
import { ClickHouseStoreError } from '../errors.ts';
import { writtenRowsMismatch } from '../store/store-error.ts';

export type MemoryRow = Readonly<Record<string, unknown>>;

/** A row as it was inserted. */
export interface StoredRow {
  readonly row: MemoryRow;
  /** Its RowBinary bytes. */
  readonly bytes: Buffer;
  readonly version: bigint;
  /** Grows with every row of the table. */
  readonly place: number;
}

/** A ReplacingMergeTree: every row that was inserted, until a merge drops those that others replace. */
export interface MemoryTable {
  readonly definition: TableDefinition;
  insert(rows: RowBinaryRows): void;
  /** The rows that FINAL reads: of each identity the row with the highest version, the last inserted among equals. */
  final(): Iterable<readonly [identity: string, stored: StoredRow]>;
  /** The same for one identity. */
  finalOf(identity: string): StoredRow | undefined;
  /** All rows, also those that others replace. */
  all(): Iterable<StoredRow>;
  /** The place of the next row. */
  readonly nextPlace: number;
  /** Removes rows, replaced ones too, that were inserted before a place. */
  remove(before: number, isGone: (row: MemoryRow) => boolean): void;
  /** Drops the rows that others replace. */
  merge(): void;
}

export function createMemoryTable(definition: TableDefinition): MemoryTable {
  const { name, columns, engine, orderBy } = definition;
  const identityProperties = orderBy.map(rowPropertyOf);
  const versionProperty = engine.version === undefined ? undefined : rowPropertyOf(engine.version);
  /** Identity → its rows. */
  const identities = new Map<string, StoredRow[]>();
  let nextPlace = 0;

  const decodeAll = (bytes: Buffer): Omit<StoredRow, 'place'>[] => {
    const reader = new RowBinaryReader(bytes);
    const decoded: Omit<StoredRow, 'place'>[] = [];
    while (!reader.isAtEnd) {
      const start = reader.offset;
      const row = decodeRow(columns, reader) as MemoryRow;
      const version = versionProperty === undefined ? 0n : BigInt(row[versionProperty] as number | bigint);
      decoded.push({ row, bytes: bytes.subarray(start, reader.offset), version });
    }
    return decoded;
  };
  const winnerOf = (rows: readonly StoredRow[]): StoredRow =>
    rows.reduce((best, other) => (other.version >= best.version ? other : best));

  return {
    definition,
    insert({ bytes, rowCount }) {
      let decoded: Omit<StoredRow, 'place'>[];
      try {
        // The caller uses its buffer again.
        decoded = decodeAll(Buffer.from(bytes));
      } catch (error) {
        if (!(error instanceof RowSchemaError)) throw error;
        throw new ClickHouseStoreError('clickhouse_rejected', error.message, { table: name }, { cause: error });
      }
      for (const stored of decoded) {
        const identity = identityProperties.map((property) => textOf(stored.row[property])).join(' ');
        const rows = identities.get(identity) ?? [];
        identities.set(identity, rows);
        rows.push({ ...stored, place: nextPlace });
        nextPlace += 1;
      }
      if (decoded.length !== rowCount) throw writtenRowsMismatch(name, rowCount, decoded.length);
    },
    *final() {
      for (const [identity, rows] of identities) yield [identity, winnerOf(rows)];
    },
    finalOf(identity) {
      const rows = identities.get(identity);
      return rows === undefined ? undefined : winnerOf(rows);
    },
    *all() {
      for (const rows of identities.values()) yield* rows;
    },
    get nextPlace() {
      return nextPlace;
    },
    remove(before, isGone) {
      for (const [identity, rows] of identities) {
        const kept = rows.filter(({ row, place }) => place >= before || !isGone(row));
        if (kept.length === 0) identities.delete(identity);
        else identities.set(identity, kept);
      }
    },
    merge() {
      for (const [identity, rows] of identities) identities.set(identity, [winnerOf(rows)]);
    },
  };
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}
