import { describe, expect, it } from '@jest/globals';
import { transactionsTable } from '@tonriver/row-schema';
import { rowDifferences } from './row-differences.ts';

const [workchain, account, lt] = ['workchain', 'account', 'lt'].map((name) => {
  const column = transactionsTable.columns.find((known) => known.name === name);
  if (column === undefined) throw new Error(`transactions has no column ${name}`);
  return column;
});
const table = {
  name: 'examples',
  orderBy: ['workchain', 'account'],
  columns: [workchain!, account!, { ...lt!, added: { bySchema: 7, default: { sql: '255', value: 255n } } }],
};
const row = { workchain: 0, account: new Uint8Array(32), lt: 9n };
const differences = (storedLt: bigint, schemaVersion: number): readonly string[] =>
  rowDifferences(table, { stored: { ...row, lt: storedLt }, remade: row, schemaVersion }).map(({ problem }) => problem);

describe('the comparison of a stored row with its cell', () => {
  it('expects the value of the cell in a column that the schema of the row had', () => {
    expect(differences(9n, 7)).toEqual([]);
    expect(differences(255n, 7)).toEqual(['differs from its cell: lt is 255, not 9']);
  });

  it('expects the default in a column that was added after the row was made', () => {
    expect(differences(255n, 6)).toEqual([]);
    expect(differences(9n, 6)).toEqual(['differs from its cell: lt is 9, not 255']);
  });

  it('says nothing of a row that the cell does not give', () => {
    expect(rowDifferences(table, { stored: row, remade: undefined, schemaVersion: 7 })).toEqual([]);
  });
});
