import type { NativeReader } from './native-reader.ts';

/** Bytes of one value, for types whose values all have the same length. */
const widths: Readonly<Record<string, number>> = {
  ...named(1, 'UInt8 Int8 Bool Enum8 Nothing'),
  ...named(2, 'UInt16 Int16 Date Enum16 BFloat16'),
  ...named(4, 'UInt32 Int32 Float32 Date32 DateTime Decimal32 IPv4 Time'),
  ...named(8, 'UInt64 Int64 Float64 DateTime64 Decimal64 Time64'),
  ...named(16, 'UInt128 Int128 UUID IPv6 Decimal128 Point'),
  ...named(32, 'UInt256 Int256 Decimal256'),
};

function named(width: number, names: string): Record<string, number> {
  return Object.fromEntries(names.split(' ').map((name) => [name, width]));
}

/** Types that are another name for a type. */
const aliases: Readonly<Record<string, string>> = {
  Ring: 'Array(Point)',
  LineString: 'Array(Point)',
  Polygon: 'Array(Array(Point))',
  MultiLineString: 'Array(Array(Point))',
  MultiPolygon: 'Array(Array(Array(Point)))',
};

/** Skips the values of one column. False for a type whose length cannot be computed here. */
export function lengthOfColumn(reader: NativeReader, type: string, rows: number): boolean {
  const alias = aliases[type];
  if (alias !== undefined) return lengthOfColumn(reader, alias, rows);
  const { name, inner } = partsOfType(type);
  const width = name.startsWith('Interval') ? 8 : name === 'Decimal' ? decimalWidth(inner) : widths[name];
  if (width !== undefined) {
    reader.skip(width * rows);
    return true;
  }
  switch (name) {
    case 'String':
      for (let row = 0; row < rows; row++) reader.skip(reader.count());
      return true;
    case 'FixedString':
      reader.skip(Number(inner) * rows);
      return true;
    case 'Nullable':
      reader.skip(rows);
      return lengthOfColumn(reader, inner, rows);
    case 'Array':
      return lengthOfColumn(reader, inner, reader.lastNumber(rows));
    case 'Map':
      return lengthOfMembers(reader, inner, reader.lastNumber(rows));
    case 'Nested':
      return lengthOfMembers(reader, inner, reader.lastNumber(rows));
    case 'Tuple':
      // A tuple without members is written as one byte for each row.
      if (inner.trim() !== '') return lengthOfMembers(reader, inner, rows);
      reader.skip(rows);
      return true;
    case 'SimpleAggregateFunction':
      return lengthOfColumn(reader, partsOfList(inner).at(-1) ?? '', rows);
    default:
      return false;
  }
}

function lengthOfMembers(reader: NativeReader, list: string, rows: number): boolean {
  return partsOfList(list).every((member) => lengthOfColumn(reader, withoutName(member), rows));
}

/** `Array(Tuple(a UInt8))` → `Array` and `Tuple(a UInt8)`. */
function partsOfType(type: string): { readonly name: string; readonly inner: string } {
  const open = type.indexOf('(');
  if (open < 0) return { name: type, inner: '' };
  return { name: type.slice(0, open), inner: type.slice(open + 1, type.lastIndexOf(')')) };
}

/** Splits at the commas that are outside of parentheses and quotes. */
function partsOfList(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === "'" || character === '`' || character === '"') quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(list.slice(start).trim());
  return parts;
}

/** Members of tuples may have names: `a UInt8`, `` `a b` UInt8 ``. */
function withoutName(member: string): string {
  const quoted = /^`(?:[^`\\]|\\.|``)*`\s+(.*)$/s.exec(member);
  if (quoted?.[1] !== undefined) return quoted[1];
  return /^[A-Za-z_][A-Za-z0-9_]*\s+(.+)$/s.exec(member)?.[1] ?? member;
}

/** Decimal(P, S) takes as many bytes as P digits need. */
function decimalWidth(inner: string): number {
  const precision = Number(inner.split(',')[0]);
  if (precision <= 9) return 4;
  if (precision <= 18) return 8;
  return precision <= 38 ? 16 : 32;
}
