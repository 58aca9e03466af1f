import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowBinaryReader } from '../row-binary/row-binary-reader.ts';
import { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import { type AnyRow, isTextColumn, randomRows } from '../testing/random-rows.ts';
import { allTables } from './all-tables.ts';
import { decodeRow, encoderOf, type TableDefinition } from './table-definition.ts';

describe.each(allTables.map((table) => [table.name, table] as const))('%s', (_, definition) => {
  const table = definition as unknown as TableDefinition<AnyRow>;
  const rows = randomRows(table.columns, isTextColumn);
  const encodeByColumns = encoderOf(table.columns) as (writer: RowBinaryWriter, row: AnyRow) => void;

  it('encodes a row exactly as the column list describes', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const actual = new RowBinaryWriter(16);
        const expected = new RowBinaryWriter(16);
        table.encode(actual, row);
        encodeByColumns(expected, row);
        expect(Buffer.from(actual.bytes()).equals(expected.bytes())).toBe(true);
      }),
    );
  });

  it('decodes the rows that it encoded, to the last byte', () => {
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 3 }), (list) => {
        const writer = new RowBinaryWriter();
        for (const row of list) table.encode(writer, row);
        const reader = new RowBinaryReader(writer.copy());
        const read = list.map(() => decodeRow(table.columns, reader));
        expect(read).toEqual(list.map((row) => bytesAsPlain(row)));
        expect(reader.isAtEnd).toBe(true);
      }),
    );
  });

  it('has comments for the table and every column, and a sort key and version among its columns', () => {
    const names = table.columns.map((column) => column.name);
    expect([table.comment, ...table.columns.map((column) => column.comment)].every((text) => text.length > 0)).toBe(
      true,
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of [...table.orderBy, table.engine.version ?? names[0]]) expect(names).toContain(name);
  });
});

/** Copies byte values into plain arrays: the reader returns buffers, which `toEqual` tells from other arrays. */
function bytesAsPlain(row: AnyRow): AnyRow {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return value instanceof Uint8Array ? new Uint8Array(value) : value;
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
}
