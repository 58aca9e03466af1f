import { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import type { TableDefinition } from './table-definition.ts';

/** Rows of one table as the RowBinary bytes that `TableDefinition.encode` wrote. */
export interface RowBinaryRows {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
}

/** Rows of one table on their way to one insert. */
export interface RowBatch<Row> {
  /** Appends a row, or nothing at all when a value does not fit its column. */
  add(row: Row): void;
  readonly rowCount: number;
  readonly byteLength: number;
  /** The rows so far without copying: valid until the next `add` or `reset`. */
  rows(): RowBinaryRows;
  /** Goes back to an earlier state of the batch, as its `rowCount` and `byteLength` told it then. */
  rollback(to: { readonly rowCount: number; readonly byteLength: number }): void;
  /** Forgets the rows and keeps the memory. */
  reset(): void;
}

/** A batch that encodes each row as it is added. */
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
