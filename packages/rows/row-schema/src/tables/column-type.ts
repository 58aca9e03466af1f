import { RowSchemaError } from '../row-schema-error.ts';
import type { RowBinaryReader } from '../row-binary/row-binary-reader.ts';
import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';

/** A ClickHouse type: how its TypeScript values are written to RowBinary and read back. */
export interface ColumnType<Value> {
  /** The type as ClickHouse prints it in `system.columns`. */
  readonly sql: string;
  // Methods, not properties, so that columns of different types are assignable to `ColumnType<unknown>`.
  write(writer: RowBinaryWriter, value: Value): void;
  read(reader: RowBinaryReader): Value;
}

/** The TypeScript type of a column's values. */
export type ValueOf<Type> = Type extends ColumnType<infer Value> ? Value : never;

export const uint8: ColumnType<number> = { sql: 'UInt8', write: (w, v) => w.uint8(v), read: (r) => r.uint8() };
export const uint16: ColumnType<number> = { sql: 'UInt16', write: (w, v) => w.uint16(v), read: (r) => r.uint16() };
export const uint32: ColumnType<number> = { sql: 'UInt32', write: (w, v) => w.uint32(v), read: (r) => r.uint32() };
export const uint64: ColumnType<bigint> = { sql: 'UInt64', write: (w, v) => w.uint64(v), read: (r) => r.uint64() };
export const uint128: ColumnType<bigint> = { sql: 'UInt128', write: (w, v) => w.uint128(v), read: (r) => r.uint128() };
export const uint256: ColumnType<bigint> = { sql: 'UInt256', write: (w, v) => w.uint256(v), read: (r) => r.uint256() };

export const int8: ColumnType<number> = { sql: 'Int8', write: (w, v) => w.int8(v), read: (r) => r.int8() };
export const int32: ColumnType<number> = { sql: 'Int32', write: (w, v) => w.int32(v), read: (r) => r.int32() };
export const int64: ColumnType<bigint> = { sql: 'Int64', write: (w, v) => w.int64(v), read: (r) => r.int64() };
export const bool: ColumnType<boolean> = { sql: 'Bool', write: (w, v) => w.bool(v), read: (r) => r.bool() };

/** A hash, account address or seed: 32 bytes. Values that were read are views of the whole result. */
export const bytes32: ColumnType<Uint8Array> = {
  sql: 'FixedString(32)',
  write: (w, v) => w.bytes32(v),
  read: (r) => r.fixedString(32),
};

/** A `String` column that holds UTF-8 text. */
export const text: ColumnType<string> = { sql: 'String', write: (w, v) => w.string(v), read: (r) => r.string() };

/** A `String` column that holds bytes, such as a bag of cells. Values that were read are views of the whole result. */
export const bytes: ColumnType<Uint8Array> = {
  sql: 'String',
  write: (w, v) => w.stringBytes(v),
  read: (r) => r.stringBytes(),
};

/** Returns a type that also allows `null`, for an absent value. */
export function nullable<Value>(type: ColumnType<Value>): ColumnType<Value | null> {
  return {
    sql: `Nullable(${type.sql})`,
    write(writer, value) {
      writer.uint8(value === null ? 1 : 0);
      if (value !== null) type.write(writer, value);
    },
    read: (reader) => (reader.uint8() === 0 ? type.read(reader) : null),
  };
}

/** Returns the type of lists with values of one type. */
export function array<Value>(type: ColumnType<Value>): ColumnType<readonly Value[]> {
  return {
    sql: `Array(${type.sql})`,
    write(writer, values) {
      writer.lengthPrefix(values.length);
      for (const value of values) type.write(writer, value);
    },
    read(reader) {
      const count = reader.lengthPrefix();
      const values: Value[] = [];
      for (let index = 0; index < count; index++) values.push(type.read(reader));
      return values;
    },
  };
}

/** Returns the type of names with the numbers (−128 … 127) that are stored for them. Other names are refused. */
export function enum8<const Numbers extends Readonly<Record<string, number>>>(
  numbers: Numbers,
): ColumnType<keyof Numbers & string> & { readonly numbers: Numbers } {
  const names = new Map<number, keyof Numbers & string>();
  for (const [name, number] of Object.entries(numbers)) names.set(number, name);
  const list = Object.entries(numbers).map(([name, number]) => `'${name}' = ${number}`);
  return {
    sql: `Enum8(${list.join(', ')})`,
    numbers,
    write(writer, value) {
      const number = numbers[value];
      if (number === undefined) {
        throw new RowSchemaError('row_value_out_of_range', 'A name is not among the names of its column', { value });
      }
      writer.int8(number);
    },
    read(reader) {
      const number = reader.int8();
      const name = names.get(number);
      if (name === undefined) {
        throw new RowSchemaError('row_binary_invalid', 'A stored number has no name in its column', { number });
      }
      return name;
    },
  };
}

/** One extra currency of a `CurrencyCollection`: TL-B `extra_currencies$_ dict:(HashmapE 32 (VarUInteger 32))`. */
export interface ExtraCurrency {
  readonly currency: number;
  readonly amount: bigint;
}

const extraCurrency: ColumnType<ExtraCurrency> = {
  sql: 'Tuple(currency UInt32, amount UInt256)',
  write(writer, { currency, amount }) {
    writer.uint32(currency);
    writer.uint256(amount);
  },
  read(reader) {
    const currency = reader.uint32();
    return { currency, amount: reader.uint256() };
  },
};

/** Extra currencies in the order of their unsigned ids. Nearly always empty. */
export const extraCurrencies: ColumnType<readonly ExtraCurrency[]> = array(extraCurrency);

/** Writes extra currencies. Faster than `extraCurrencies.write` when there are none, which is nearly always. */
export function writeExtraCurrencies(writer: RowBinaryWriter, values: readonly ExtraCurrency[]): void {
  if (values.length === 0) writer.uint8(0);
  else extraCurrencies.write(writer, values);
}
