import { hashOfBag, listOf, type RecordedEntry } from './recorded-cases.test-support.ts';

// The text that each dialect prints for a recorded stack: written from the reference pages, not from the tested code.
// Bags are compared by the hash of their roots.

/** @param isContract true when slices at the top keep their name */
export function expectedV3(stack: readonly RecordedEntry[], isContract: boolean): unknown {
  const shown = (entry: RecordedEntry, isTop: boolean): unknown => {
    switch (entry.type) {
      case 'num':
        return { type: 'num', value: hex(entry.value) };
      case 'cell':
        return { type: 'cell', value: hashOfBag(entry.boc) };
      case 'slice':
        return { type: isTop && !isContract ? 'cell' : 'slice', value: hashOfBag(entry.boc) };
      case 'null':
        return { type: 'list', value: [] };
      case 'tuple': {
        const list = listOf(entry);
        const items = (list ?? entry.items).map((item) => shown(item, false));
        return { type: list === undefined ? 'tuple' : 'list', value: items };
      }
    }
  };
  return stack.map((entry) => shown(entry, true));
}

/** Returns an answer of v3 with the hash of its root in place of every bag. */
export function hashedV3(stack: unknown): unknown {
  return (stack as readonly { readonly type: string; readonly value: unknown }[]).map(({ type, value }) => {
    if (type === 'cell' || type === 'slice') return { type, value: hashOfBag(String(value)) };
    return { type, value: Array.isArray(value) ? hashedV3(value) : value };
  });
}

export function expectedV2(stack: readonly RecordedEntry[]): unknown {
  return stack.map((entry) => {
    switch (entry.type) {
      case 'num':
        return ['num', hex(entry.value)];
      case 'cell':
      case 'slice':
        return ['cell', hashOfBag(entry.boc)];
      case 'null':
        return ['list', { '@type': 'tvm.list', elements: [] }];
      case 'tuple': {
        const list = listOf(entry);
        if (list === undefined) return ['tuple', { '@type': 'tvm.tuple', elements: entry.items.map(typed) }];
        return ['list', { '@type': 'tvm.list', elements: list.map(typed) }];
      }
    }
  });
}

function typed(entry: RecordedEntry): unknown {
  switch (entry.type) {
    case 'num':
      return { '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number: entry.value } };
    case 'cell':
      return { '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes: hashOfBag(entry.boc) } };
    case 'slice':
      return { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes: hashOfBag(entry.boc) } };
    case 'null':
      return { '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements: [] } };
    case 'tuple': {
      const list = listOf(entry);
      if (list === undefined) {
        const tuple = { '@type': 'tvm.tuple', elements: entry.items.map(typed) };
        return { '@type': 'tvm.stackEntryTuple', tuple };
      }
      return { '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements: list.map(typed) } };
    }
  }
}

/** Does the same for v2. Checks that `object` is of the same cell, and leaves it out. */
export function hashedV2(stack: unknown): unknown {
  return (stack as readonly (readonly [string, unknown])[]).map(([type, value]) => {
    if (type === 'cell') return [type, hashOfBag((value as { readonly bytes: string }).bytes)];
    return [type, hashedTyped(value)];
  });
}

function hashedTyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hashedTyped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'bytes' ? hashOfBag(String(member)) : hashedTyped(member),
    ]),
  );
}

function hex(decimal: string): string {
  const value = BigInt(decimal);
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}
