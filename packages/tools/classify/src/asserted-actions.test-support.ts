import type { AssertedAction } from './testing/recorded-cases.ts';
import type { GeneratedAction } from './generated-action.ts';

type Row = Readonly<Record<string, unknown>>;

/** What does not hold of the claims of a case's authors. */
export function brokenAssertions(claims: readonly AssertedAction[], actions: readonly GeneratedAction[]): string[] {
  return claims.flatMap(({ type, selector, values }) => {
    const rows = actions.map(({ row }) => row as Row).filter((row) => row['type'] === type);
    const chosen = selector === undefined ? rows : rows.filter((row) => isSelected(selector, row));
    if (chosen.length === 0 || (selector === undefined && chosen.length > 1)) {
      return [`${type}: ${chosen.length} actions`];
    }
    return Object.entries(values).flatMap(([path, wanted]) => {
      const found = at(chosen[0], path);
      return isEqual(found, wanted) ? [] : [`${type}.${path}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
    });
  });
}

/** `a.b[0].c` */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (typeof found !== 'object' || found === null) return null;
    found = (found as Record<string, unknown>)[name];
  }
  return found ?? null;
}

/** Objects by the keys that are claimed, lists as sets, numbers as integers whatever their type in JSON. */
function isEqual(found: unknown, wanted: unknown): boolean {
  if (wanted === null || wanted === undefined) return found === null || found === undefined;
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return false;
    return wanted.every((item) => found.some((other) => isEqual(other, item)));
  }
  if (typeof wanted === 'object') {
    return Object.entries(wanted).every(([key, value]) => isEqual((found as Row | null)?.[key] ?? null, value));
  }
  if (typeof wanted === 'number' || typeof found === 'number') return Number(found) === Number(wanted);
  return found === wanted;
}

const comparison = /^\(?\s*value\.([\w.|]+)\s*(==|!=)\s*('[^']*'|None|\d+)\s*\)?$/;

/** A selector of the cases: comparisons joined by `or`. */
function isSelected(selector: string, row: Row): boolean {
  const text = selector.replace(/^\{\{|\}\}$/g, '').trim();
  return text.split(' or ').some((part) => {
    const [, path = '', operator, literal = ''] = comparison.exec(part.trim()) ?? [];
    if (operator === undefined) throw new Error(`Not a selector: ${part}`);
    const value = path.endsWith('|length')
      ? ((at(row, path.replace('|length', '')) as readonly unknown[] | null)?.length ?? 0)
      : at(row, path);
    const wanted = literal === 'None' ? null : literal.startsWith("'") ? literal.slice(1, -1) : Number(literal);
    return isEqual(value, wanted) === (operator === '==');
  });
}
