import { type Condition, readCondition } from './read-condition.ts';

export interface SelectStatement {
  readonly kind: 'select';
  readonly columns: readonly string[];
  readonly table: string;
  /** Without it rows that others replace are found as well, until they are merged. */
  readonly isFinal: boolean;
  readonly condition: Condition;
  readonly order: { readonly column: string; readonly isDescending: boolean } | undefined;
  readonly limit: number | undefined;
}

interface DeleteStatement {
  readonly kind: 'delete';
  readonly table: string;
  readonly condition: Condition;
  /** Whether the statement is answered only when the rows are gone. */
  readonly isWaitedFor: boolean;
}

const SELECT = new RegExp(
  [
    '^SELECT (?<columns>[\\w, ]+) FROM (?<table>\\w+)(?<final> FINAL)?',
    '(?: WHERE (?<where>.+?))?',
    '(?: ORDER BY (?<order>\\w+)(?<descending> DESC)?)?',
    '(?: LIMIT (?<limit>\\d+))?$',
  ].join(''),
);
const DELETE = /^ALTER TABLE (?<table>\w+) DELETE WHERE (?<where>.+) SETTINGS mutations_sync = (?<sync>[01])$/;

/** Reads a statement of one of the two forms that services use; undefined for another. */
export function readStatement(sql: string): SelectStatement | DeleteStatement | undefined {
  const text = sql.replaceAll(/\s+/g, ' ').trim();
  const select = SELECT.exec(text)?.groups;
  if (select !== undefined) {
    const condition = select['where'] === undefined ? () => true : readCondition(select['where']);
    if (condition === undefined) return undefined;
    const { columns = '', table = '', final, order, descending, limit } = select;
    return {
      kind: 'select',
      columns: columns.split(',').map((name) => name.trim()),
      table,
      isFinal: final !== undefined,
      condition,
      order: order === undefined ? undefined : { column: order, isDescending: descending !== undefined },
      limit: limit === undefined ? undefined : Number(limit),
    };
  }
  const deletion = DELETE.exec(text)?.groups;
  const condition = deletion === undefined ? undefined : readCondition(deletion['where'] ?? '');
  if (deletion === undefined || condition === undefined) return undefined;
  return { kind: 'delete', table: deletion['table'] ?? '', condition, isWaitedFor: deletion['sync'] === '1' };
}
