import { GetMethodError, type NeutralStackEntry } from '@tonriver/api-model';
import { Bag, BocError } from '@tonriver/boc';
import type { StackEntry } from '@tonriver/tvm';

/**
 * Converts the arguments of a call for the TVM.
 *
 * @throws {GetMethodError} `bad_call`; its `index` is the number of the argument that is not a valid cell
 */
export function stackOfCall(entries: readonly NeutralStackEntry[]): readonly StackEntry[] {
  return entries.map((entry, index) => {
    try {
      return tvmEntry(entry);
    } catch (error) {
      if (!(error instanceof BocError)) throw error;
      const reason = `no bag of cells (${error.code})`;
      throw new GetMethodError('bad_call', `stack entry ${index}: ${reason}`, { index, reason }, { cause: error });
    }
  });
}

const nullEntry: StackEntry = { type: 'null' };

/** Recursive only over the nesting, which the schema of calls limits. Lists are converted in a loop. */
function tvmEntry(entry: NeutralStackEntry): StackEntry {
  switch (entry.type) {
    case 'number':
      return { type: 'number', value: BigInt(entry.value) };
    case 'cell':
    case 'slice':
    case 'builder':
      return { type: entry.type, boc: bagOfOneRoot(entry.boc) };
    case 'tuple':
      return { type: 'tuple', items: entry.items.map(tvmEntry) };
    case 'list':
      return entry.items
        .toReversed()
        .reduce<StackEntry>((rest, item) => ({ type: 'tuple', items: [tvmEntry(item), rest] }), nullEntry);
    case 'null':
    case 'nan':
    case 'continuation':
      return { type: entry.type };
  }
}

function bagOfOneRoot(base64: string): Uint8Array {
  const boc = Uint8Array.from(Buffer.from(base64, 'base64'));
  const bag = Bag.parse(boc);
  if (bag.roots.length !== 1) throw new BocError('boc_bad_root', 'The bag has not exactly one root');
  return boc;
}
