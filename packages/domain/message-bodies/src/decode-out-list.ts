import type { CellSlice } from '@tonriver/boc';
import { type DecodeScope, enterReference } from './decode-scope.ts';
import type { DecodedObject, DecodedValue } from './decoded-value.ts';
import type { BodyType } from './schema-language.ts';

/**
 * ```tlb
 * out_list_empty$_ = OutList 0;
 * out_list$_ {n:#} prev:^(OutList n) action:OutAction = OutList (n + 1);
 * ```
 * The count is not stored: the list ends at the cell without references. It is read in a loop from the innermost cell
 * outwards, because its depth is its length.
 */
export function decodeOutList(
  scope: DecodeScope,
  slice: CellSlice,
  type: { readonly action: BodyType; readonly countMin: number },
): DecodedObject | undefined {
  const outerToInner: CellSlice[] = [];
  let current = slice;
  while (current.remainingRefs > 0) {
    outerToInner.push(current);
    const previous = enterReference(scope, current);
    if (previous === undefined) return undefined;
    current = previous;
  }
  if (outerToInner.length < type.countMin) return undefined;
  let list: DecodedObject = { kind: 'object', type: 'out_list_empty', fields: [] };
  for (const item of outerToInner.toReversed()) {
    const action: DecodedValue | undefined = scope.decode(scope, type.action, item);
    if (action === undefined) return undefined;
    list = {
      kind: 'object',
      type: 'out_list',
      fields: [
        { name: 'prev', value: list },
        { name: 'action', value: action },
      ],
    };
  }
  return list;
}
