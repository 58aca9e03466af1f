import { RowSchemaError } from '../row-schema-error.ts';

/** Text as a SQL string literal, quotes included. */
export function stringLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}

/** A name as a quoted identifier; only names that Tonriver could have made are let through. */
export function identifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)) {
    throw new RowSchemaError('invalid_name', 'A database or table name has other than letters, digits and _', {
      name: name.slice(0, 128),
    });
  }
  return `\`${name}\``;
}
