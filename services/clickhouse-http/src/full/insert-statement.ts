import { stringLiteral } from '@tonriver/row-schema';
import { malformedRequestError } from '../errors.ts';

/** Whether a statement is an INSERT. Comments before it are not skipped, because clients send none. */
export function isInsert(sql: string): boolean {
  return /^\s*INSERT\b/i.test(sql);
}

/**
 * An INSERT that reads its data from a file: `INSERT INTO t (a) FORMAT RowBinary` →
 * `INSERT INTO t (a) FROM INFILE '…' FORMAT RowBinary`. Bytes in a file reach the engine unchanged.
 *
 * @throws ClickHouseHttpError when the statement names no format: the form of the data would be a guess
 */
export function insertFromFile(sql: string, path: string): string {
  const statement = sql.replace(/;?\s*$/, '');
  const format = /\bFORMAT\s+([A-Za-z][A-Za-z0-9]*)$/i.exec(statement) ?? /\b(VALUES)$/i.exec(statement);
  if (format === null) throw malformedRequestError('An INSERT with data in the body must end with its FORMAT');
  const name = format[1]?.toUpperCase() === 'VALUES' ? 'Values' : format[1];
  const head = statement.slice(0, format.index).trimEnd();
  const settings = /\bSETTINGS\b[^']*$/i.exec(head);
  const target = settings === null ? head : head.slice(0, settings.index);
  return `${target.trimEnd()} FROM INFILE ${stringLiteral(path)} ${settings === null ? '' : settings[0]} FORMAT ${name ?? ''}`;
}
