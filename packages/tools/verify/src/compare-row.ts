import { nameOf, type Problem, valueText } from './finding.ts';

/** Compares a stored row with the one that trace assembly gives, column by column. */
export function* compareRow<Row extends object>(
  table: { readonly name: string; readonly orderBy: readonly string[] },
  expected: Row,
  stored: Row | undefined,
): Generator<Problem> {
  const name = nameOf(table, expected);
  if (stored === undefined) {
    yield { ...name, problem: 'is missing: trace assembly gives it' };
    return;
  }
  const was = stored as Readonly<Record<string, unknown>>;
  const wrong = Object.entries(expected).filter(([property, value]) => valueText(was[property]) !== valueText(value));
  if (wrong.length === 0) return;
  const texts = wrong.map(([property, value]) => `${property} is ${valueText(was[property])}, not ${valueText(value)}`);
  yield { ...name, columns: wrong.map(([property]) => snakeCase(property)), problem: `differs: ${texts.join('; ')}` };
}

function snakeCase(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
