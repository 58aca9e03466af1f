import { type DialectName, DIALECT_NAMES } from '@tonriver/api-model';

/** A value for each dialect. */
export type EachDialect<Value> = Readonly<Record<DialectName, Value>>;

/** A value that is the same for both dialects, or one for each. */
export type ByDialect<Value> = Value | EachDialect<Value>;

/** Returns the value of a dialect. */
export function valueOf<Value>(value: ByDialect<Value>, dialect: DialectName): Value {
  return isEach(value) ? value[dialect] : value;
}

/** Makes a value for each dialect once, such as a schema, so that requests need not build it. */
export function eachDialect<Value>(make: (dialect: DialectName) => Value): EachDialect<Value> {
  return { contract: make('contract'), deployed: make('deployed') };
}

function isEach<Value>(value: ByDialect<Value>): value is EachDialect<Value> {
  return typeof value === 'object' && value !== null && DIALECT_NAMES.every((name) => Object.hasOwn(value, name));
}
