import fc from 'fast-check';
import type { ColumnList } from '../tables/table-definition.ts';
import { rowPropertyOf } from '../tables/table-definition.ts';

/** A row of any table, with the properties of the table's row type. */
export type AnyRow = Readonly<Record<string, unknown>>;

const maximumOf = (bits: number): bigint => (1n << BigInt(bits)) - 1n;
const bigIntsOf = (min: bigint, max: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(fc.constantFrom(min, max, 0n, 1n), fc.bigInt({ min, max }));
const numbersOf = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(min, max, 0, 1), fc.integer({ min, max }));
const hash = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.constantFrom(new Uint8Array(32), new Uint8Array(32).fill(0xff)),
);

const valuesByType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  UInt8: numbersOf(0, 0xff),
  UInt16: numbersOf(0, 0xffff),
  UInt32: numbersOf(0, 0xffffffff),
  UInt64: bigIntsOf(0n, maximumOf(64)),
  UInt128: bigIntsOf(0n, maximumOf(128)),
  UInt256: bigIntsOf(0n, maximumOf(256)),
  Int8: numbersOf(-128, 127),
  Int32: numbersOf(-0x80000000, 0x7fffffff),
  Int64: bigIntsOf(-(1n << 63n), maximumOf(63)),
  Bool: fc.boolean(),
  'FixedString(32)': hash,
};

function valuesOf(type: { readonly sql: string; read: unknown }, isText: boolean): fc.Arbitrary<unknown> {
  const { sql } = type;
  const known = valuesByType[sql];
  if (known !== undefined) return known;
  if (sql === 'String') {
    return isText ? fc.string({ unit: 'grapheme', maxLength: 200 }) : fc.uint8Array({ maxLength: 300 });
  }
  const inner = /^Nullable\((.*)\)$/.exec(sql)?.[1];
  if (inner !== undefined) return fc.option(valuesOf({ sql: inner, read: undefined }, isText), { nil: null });
  if (sql.startsWith('Enum8')) return fc.constantFrom(...[...sql.matchAll(/'(\w+)'/g)].map((match) => match[1]));
  const item = /^Array\((String|FixedString\(32\))\)$/.exec(sql)?.[1];
  if (item !== undefined) return fc.array(valuesOf({ sql: item, read: undefined }, isText), { maxLength: 3 });
  if (sql === 'Array(Tuple(currency UInt32, amount UInt256))') {
    return fc.array(fc.record({ currency: numbersOf(0, 0xffffffff), amount: bigIntsOf(0n, maximumOf(256)) }), {
      maxLength: 3,
    });
  }
  throw new Error(`No random values are defined for the type ${sql}: add them to random-rows.ts`);
}

/** Generates rows of a table with extreme values of every type, nulls, empty strings and binary strings. */
export function randomRows(columns: ColumnList, isText: (name: string) => boolean): fc.Arbitrary<AnyRow> {
  const record: Record<string, fc.Arbitrary<unknown>> = {};
  for (const { name, type } of columns) record[rowPropertyOf(name)] = valuesOf(type, isText(name));
  return fc.record(record);
}

/** Tells whether a `String` column, or one of lists of them, holds text; the others hold bytes. */
export const isTextColumn = (name: string): boolean => TEXTS.has(name) || name.endsWith('_text');

const TEXTS: ReadonlySet<string> = new Set(['network', 'action_types', 'actions']);
