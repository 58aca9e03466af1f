import { RowSchemaError } from '../row-schema-error.ts';

/** Returns text as a SQL string literal, with its quotes. */
export function stringLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}

/** Returns a name as a quoted identifier. Refuses names that need escaping: Tonriver never makes such names. */
export function identifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)) {
    throw new RowSchemaError(
      'invalid_name',
      'A database, table or column name may only have letters, digits and _, and must not begin with a digit',
      { name: name.slice(0, 128) },
    );
  }
  return `\`${name}\``;
}
