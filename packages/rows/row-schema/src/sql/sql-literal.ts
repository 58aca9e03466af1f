import { ClickHouseStoreError } from '../errors.ts';
import type { QueryParameter } from './click-house-store.ts';

/** Text as a SQL string literal, quotes included. */
export function stringLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}

/** A name as a quoted identifier; only names that Tonriver could have made are let through. */
export function identifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)) {
    throw new ClickHouseStoreError(
      'clickhouse_invalid_name',
      'A database or table name has other than letters, digits and _',
      {
        name: name.slice(0, 128),
      },
    );
  }
  return `\`${name}\``;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** The text form in which ClickHouse takes the value of a `{name:Type}` placeholder. */
export function parameterText(value: QueryParameter): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\0\b\f\n\r\t]/g, (character) => escapes[character] ?? '');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').toUpperCase();
  if (typeof value === 'object') return `[${value.map(literalInArray).join(',')}]`;
  return String(value);
}

function literalInArray(value: QueryParameter): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return stringLiteral(value);
  if (value instanceof Uint8Array) return `'${Buffer.from(value).toString('hex').toUpperCase()}'`;
  if (typeof value === 'object') return `[${value.map(literalInArray).join(',')}]`;
  return String(value);
}

/** `SET a = 1, param_b = '…'`: settings and parameters for the statement that follows on the same connection. */
export function setStatement(
  settings: Readonly<Record<string, number | string>>,
  parameters: Readonly<Record<string, QueryParameter>> = {},
): string {
  const parts = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : stringLiteral(value)}`,
  );
  for (const [name, value] of Object.entries(parameters)) {
    parts.push(`param_${name} = ${stringLiteral(parameterText(value))}`);
  }
  return `SET ${parts.join(', ')}`;
}
