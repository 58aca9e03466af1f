import { type NeutralStackEntry, stackNumberHex } from '@tonriver/api-model';
import { createCellObjects } from './cell-object.ts';
import type { CallErrors } from './call-errors.ts';

interface V3Entry {
  readonly type: string;
  readonly value: string | readonly V3Entry[];
}

/**
 * Prints the stack of v3. Null is an empty list. An entry that no API version can print is an error.
 *
 * @param isContract true if slices at the top are named so; the deployed service names them cells there
 */
export function stackOfV3(
  entries: readonly NeutralStackEntry[],
  { errors, isContract }: { readonly errors: CallErrors; readonly isContract: boolean },
): V3Entry[] {
  const shown = (entry: NeutralStackEntry, isTop: boolean): V3Entry => {
    switch (entry.type) {
      case 'number':
        return { type: 'num', value: stackNumberHex(BigInt(entry.value)) };
      case 'nan':
        return { type: 'num', value: 'NaN' };
      case 'cell':
        return { type: 'cell', value: entry.boc };
      case 'slice':
        return { type: isTop && !isContract ? 'cell' : 'slice', value: entry.boc };
      case 'null':
        return { type: 'list', value: [] };
      case 'tuple':
      case 'list':
        return { type: entry.type, value: entry.items.map((item) => shown(item, false)) };
      case 'builder':
      case 'continuation':
        throw errors.unsupportedResult();
    }
  };
  return entries.map((entry) => shown(entry, true));
}

/** Prints the stack of v2: pairs, numbers in hexadecimal, slices named cells. */
export function stackOfV2(entries: readonly NeutralStackEntry[]): (readonly [string, unknown])[] {
  const cellObject = createCellObjects();
  return entries.map((entry) => {
    switch (entry.type) {
      case 'number':
        return ['num', stackNumberHex(BigInt(entry.value))];
      case 'nan':
        return ['num', 'NaN'];
      case 'cell':
      case 'slice': {
        const object = cellObject(entry.boc);
        return ['cell', { bytes: entry.boc, ...(object === undefined ? {} : { object }) }];
      }
      case 'null':
        return ['list', listOf([])];
      case 'list':
        return ['list', listOf(entry.items)];
      case 'tuple':
        return ['tuple', tupleOf(entry.items)];
      case 'builder':
      case 'continuation':
        return ['unsupported', ''];
    }
  });
}

function listOf(items: readonly NeutralStackEntry[]): unknown {
  return { '@type': 'tvm.list', elements: items.map(typedEntry) };
}

function tupleOf(items: readonly NeutralStackEntry[]): unknown {
  return { '@type': 'tvm.tuple', elements: items.map(typedEntry) };
}

/** Prints entries inside tuples and lists: decimal numbers, and every kind under its own name. */
function typedEntry(entry: NeutralStackEntry): unknown {
  switch (entry.type) {
    case 'number':
      return typedNumber(entry.value);
    case 'nan':
      return typedNumber('NaN');
    case 'cell':
      return { '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes: entry.boc } };
    case 'slice':
      return { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes: entry.boc } };
    case 'null':
      return { '@type': 'tvm.stackEntryList', list: listOf([]) };
    case 'list':
      return { '@type': 'tvm.stackEntryList', list: listOf(entry.items) };
    case 'tuple':
      return { '@type': 'tvm.stackEntryTuple', tuple: tupleOf(entry.items) };
    case 'builder':
    case 'continuation':
      return { '@type': 'tvm.stackEntryUnsupported' };
  }
}

function typedNumber(number: string): unknown {
  return { '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number } };
}
