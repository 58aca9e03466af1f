import { GetMethodError, type NeutralStackEntry, STACK_NESTING_MAX } from '@tonriver/api-model';
import type { StackEntry } from '@tonriver/tvm';

/**
 * Converts a result for the answer. Nested pairs that end in null become one flat list of any length.
 *
 * @throws {GetMethodError} `result_too_deep` for tuples and lists inside each other beyond `STACK_NESTING_MAX`
 */
export function stackOfResult(entries: readonly StackEntry[]): NeutralStackEntry[] {
  return entries.map((entry) => neutralEntry(entry, 0));
}

function neutralEntry(entry: StackEntry, depth: number): NeutralStackEntry {
  switch (entry.type) {
    case 'number':
      return { type: 'number', value: entry.value.toString() };
    case 'cell':
    case 'slice':
    case 'builder':
      return { type: entry.type, boc: Buffer.from(entry.boc).toString('base64') };
    case 'tuple': {
      if (depth >= STACK_NESTING_MAX) {
        throw new GetMethodError('result_too_deep', `Result stack depth >= ${STACK_NESTING_MAX}`);
      }
      const items = itemsOfList(entry);
      return {
        type: items === undefined ? 'tuple' : 'list',
        items: (items ?? entry.items).map((item) => neutralEntry(item, depth + 1)),
      };
    }
    case 'null':
    case 'nan':
    case 'continuation':
      return { type: entry.type };
  }
}

/** `[a, [b, null]]` → a, b; `undefined` for a tuple that is not a list. */
function itemsOfList(entry: StackEntry): readonly StackEntry[] | undefined {
  const items: StackEntry[] = [];
  let rest = entry;
  while (rest.type === 'tuple') {
    const [head, tail] = rest.items;
    if (rest.items.length !== 2 || head === undefined || tail === undefined) return undefined;
    items.push(head);
    rest = tail;
  }
  return rest.type === 'null' ? items : undefined;
}
