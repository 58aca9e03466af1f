import { type QueryParameter, stringLiteral } from '@tonriver/row-schema';

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
function parameterText(value: QueryParameter): string {
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
