import type { GeneratedAction } from './generated-action.ts';

/** What is compared of an action; the row is not, but for what the authors of cases assert. */
const comparedParts = ['action', 'parent_action_id', 'ancestor_type', 'visible_in'] as const;
/** Lists without an order. */
const sets: ReadonlySet<string> = new Set(['transactions', 'accounts', 'vault_excesses', 'ancestor_type']);
/** Numbers that the recordings passed through a double. */
const doubles: ReadonlySet<string> = new Set(['nft_item_index', 'price', 'full_price']);

/** One path of an action whose values differ. */
export interface Difference {
  readonly type: string;
  readonly text: string;
}

/** Compares two lists of actions, one to one by id: what is missing, what is too much, what differs. */
export function compareActions(
  actual: readonly GeneratedAction[],
  expected: readonly GeneratedAction[],
): { readonly differences: readonly Difference[]; readonly equal: readonly string[] } {
  const differences: Difference[] = [];
  const equal: string[] = [];
  const byId = new Map(actual.map((one) => [one.action['action_id'], one]));
  if (byId.size !== actual.length) differences.push({ type: 'any', text: 'two actions have one id' });
  for (const wanted of expected) {
    const type = JSON.stringify(wanted.action['type']);
    const found = byId.get(wanted.action['action_id']);
    byId.delete(wanted.action['action_id']);
    if (found === undefined) {
      differences.push({ type, text: `missing ${JSON.stringify(wanted.action['action_id'])}` });
      continue;
    }
    const texts = comparedParts.flatMap((part) => unequalPaths(found[part], wanted[part], part));
    if (texts.length === 0) equal.push(type);
    else differences.push({ type, text: texts.join('; ') });
  }
  for (const { action } of byId.values()) {
    differences.push({ type: JSON.stringify(action['type']), text: `too much ${JSON.stringify(action['action_id'])}` });
  }
  return { differences, equal };
}

function unequalPaths(actual: unknown, expected: unknown, path: string): string[] {
  const key = path.slice(path.lastIndexOf('.') + 1);
  const left = comparable(actual, key);
  const right = comparable(expected, key);
  if (isObject(left) && isObject(right)) {
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) =>
      name in left && name in right
        ? unequalPaths(left[name], right[name], `${path}.${name}`)
        : [`${path}.${name}: ${name in left ? 'too much' : 'missing'}`],
    );
  }
  const [leftText, rightText] = [JSON.stringify(left), JSON.stringify(right)];
  return leftText === rightText ? [] : [`${path}: ${leftText} instead of ${rightText}`];
}

function comparable(value: unknown, key: string): unknown {
  if (doubles.has(key) && typeof value === 'string') return Number(value);
  if (!Array.isArray(value)) return value;
  const texts = value.map((item) => JSON.stringify(item));
  return sets.has(key) ? texts.toSorted() : texts;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
