import { expect, it } from '@jest/globals';
import { type ClassifiedTraceRow, classifiedTracesTable, createRowBatch } from '@tonriver/row-schema';
import { isTextColumn, randomRows } from '@tonriver/row-schema/testing';
import fc from 'fast-check';
import { checkedTraceRow } from './actions/classified-trace-rows.ts';
import { addCheckedRow } from './row-checksum.ts';

const rows = fc.array(randomRows(classifiedTracesTable.columns, isTextColumn), { minLength: 1, maxLength: 3 });

it('a row that gets its checksum within its batch has the bytes of one that had it before, whatever stood there', () => {
  fc.assert(
    fc.property(rows, (list) => {
      const [actual, expected] = [createRowBatch(classifiedTracesTable), createRowBatch(classifiedTracesTable)];
      for (const row of list as readonly unknown[] as readonly ClassifiedTraceRow[]) {
        addCheckedRow(actual, row);
        expected.add(checkedTraceRow(row));
      }
      expect(Buffer.from(actual.rows().bytes).equals(expected.rows().bytes)).toBe(true);
      expect(actual.rowCount).toBe(list.length);
    }),
  );
});
