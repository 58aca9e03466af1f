import { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import type { TableDefinition } from './table-definition.ts';

/** Rows of one table in RowBinary, as `TableDefinition.encode` writes them. */
export interface RowBinaryRows {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
}

/** Rows of one table, collected for one insert. */
export interface RowBatch<Row> {
  /** Appends a row. When a value does not fit its column, throws and leaves the batch as it was. */
  add(row: Row): void;
  readonly rowCount: number;
  readonly byteLength: number;
  /** Returns the rows without copying them: valid until the next `add` or `reset`. */
  rows(): RowBinaryRows;
  /** Removes the rows that were added since the batch had this `rowCount` and `byteLength`. */
  rollback(to: { readonly rowCount: number; readonly byteLength: number }): void;
  /** Removes all rows and keeps the memory. */
  reset(): void;
}

/** Creates a batch that encodes each row when it is added. */
export function createRowBatch<Row>(table: Pick<TableDefinition<Row>, 'encode'>): RowBatch<Row> {
  const writer = new RowBinaryWriter();
  let rowCount = 0;
  return {
    add(row) {
      const start = writer.length;
      try {
        table.encode(writer, row);
      } catch (error) {
        writer.truncate(start);
        throw error;
      }
      rowCount += 1;
    },
    get rowCount() {
      return rowCount;
    },
    get byteLength() {
      return writer.length;
    },
    rows: () => ({ bytes: writer.bytes(), rowCount }),
    rollback(to) {
      writer.truncate(to.byteLength);
      rowCount = to.rowCount;
    },
    reset() {
      writer.reset();
      rowCount = 0;
    },
  };
}
