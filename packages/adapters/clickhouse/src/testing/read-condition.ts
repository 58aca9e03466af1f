import { type QueryParameters, rowPropertyOf } from '@tonriver/row-schema';
import type { MemoryRow } from './memory-table.ts';

/** True for a row that the condition selects. */
export type Condition = (row: MemoryRow, parameters: QueryParameters) => boolean;

/** A value of an expression: numbers are bigints; NULL is null. */
type Value = bigint | null | readonly bigint[];
type Expression = (row: MemoryRow, parameters: QueryParameters) => Value;

const TOKEN = /\s*(\{\w+:[\w()]+\}|[A-Za-z_]\w*|-?\d+|>=|<=|[><=(),])/y;

/**
 * Reads a WHERE clause of the few forms that services ask for, joined by AND: comparisons, BETWEEN, `has` of a list
 * that is a parameter, and tuples IN a list of tuples. Undefined for everything else.
 */
export function readCondition(sql: string): Condition | undefined {
  const tokens = tokensOf(sql);
  if (tokens === undefined) return undefined;
  let next = 0;
  const take = (token?: string): string => {
    const found = tokens[next] ?? '';
    if (token !== undefined && found !== token) throw new UnknownForm();
    next += 1;
    return found;
  };
  const expression = (): Expression => {
    const token = take();
    if (token === 'bitShiftRight') {
      take('(');
      const value = expression();
      take(',');
      const bits = expression();
      take(')');
      return (row, parameters) => shifted(value(row, parameters), bits(row, parameters));
    }
    if (token.startsWith('{')) return (_, parameters) => parameterOf(token, parameters);
    if (/^-?\d+$/.test(token)) return () => BigInt(token);
    if (!/^[a-z_]+$/.test(token)) throw new UnknownForm();
    const property = rowPropertyOf(token);
    return (row) => valueOf(row[property]);
  };
  /** In parentheses, with commas. */
  const listOf = <Item>(item: () => Item): Item[] => {
    take('(');
    const items = [item()];
    while (tokens[next] === ',') {
      take(',');
      items.push(item());
    }
    take(')');
    return items;
  };
  const tuple = (): Expression[] => listOf(expression);
  const condition = (): Condition => {
    if (tokens[next] === 'has') {
      take('has');
      take('(');
      const list = expression();
      take(',');
      const value = expression();
      take(')');
      return (row, parameters) => isIn(list(row, parameters), value(row, parameters));
    }
    if (tokens[next] === '(') {
      const values = tuple();
      take('IN');
      const keys = new Set(listOf(tuple).map((key) => key.map(constantOf).join()));
      return (row, parameters) => keys.has(values.map((value) => value(row, parameters)).join());
    }
    const value = expression();
    const operator = take();
    const first = expression();
    if (operator !== 'BETWEEN') {
      return (row, parameters) => compares(operator, value(row, parameters), first(row, parameters));
    }
    take('AND');
    const last = expression();
    return (row, parameters) => {
      const between = value(row, parameters);
      return compares('>=', between, first(row, parameters)) && compares('<=', between, last(row, parameters));
    };
  };
  try {
    const conditions = [condition()];
    while (next < tokens.length) {
      take('AND');
      conditions.push(condition());
    }
    return (row, parameters) => conditions.every((each) => each(row, parameters));
  } catch (error) {
    if (error instanceof UnknownForm) return undefined;
    throw error;
  }
}

/** A number that stands in the statement. */
function constantOf(expression: Expression): Value {
  return expression({}, {});
}

class UnknownForm extends Error {}

function tokensOf(sql: string): readonly string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const text = sql.trim();
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)?.[1];
    if (found === undefined) return undefined;
    tokens.push(found);
  }
  return tokens;
}

function parameterOf(token: string, parameters: QueryParameters): Value {
  const value = parameters[token.slice(1, token.indexOf(':'))];
  return Array.isArray(value) ? value.map((item) => BigInt(item as number)) : valueOf(value);
}

function valueOf(value: unknown): bigint | null {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  if (value === null) return null;
  throw new UnknownForm();
}

function shifted(value: Value, bits: Value): bigint | null {
  return typeof value === 'bigint' && typeof bits === 'bigint' ? value >> bits : null;
}

function isIn(list: Value, value: Value): boolean {
  return Array.isArray(list) && typeof value === 'bigint' && list.includes(value);
}

/** Compares two values. A comparison with NULL is not true. */
function compares(operator: string, left: Value, right: Value): boolean {
  if (typeof left !== 'bigint' || typeof right !== 'bigint') return false;
  if (operator === '=') return left === right;
  if (operator === '>=') return left >= right;
  if (operator === '<=') return left <= right;
  if (operator === '>') return left > right;
  if (operator === '<') return left < right;
  throw new UnknownForm();
}
