import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cursorAfter, type ListOfCursor, readCursor } from './cursor.ts';

const list: ListOfCursor = { filters: { workchain: 0, start_lt: 5n, hash: [new Uint8Array(32)] }, order: 'desc' };
const keys = fc.record({
  workchain: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  account: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  lt: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
});

it('a cursor is read back as it was made', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(readCursor(cursorAfter(key, list), list)).toEqual({ kind: 'after', after: key });
    }),
  );
});

it('a cursor is valid for its list only, whatever the length of the pages', () => {
  const cursor = cursorAfter({ workchain: 0, account: new Uint8Array(32), lt: 7n }, list);
  const kindOf = (other: ListOfCursor): string => readCursor(cursor, other).kind;
  expect(kindOf({ ...list, filters: { ...list.filters, limit: 5, sort: 'DESC' } })).toBe('after');
  expect(kindOf({ ...list, order: 'asc' })).toBe('of another list');
  expect(kindOf({ ...list, filters: { workchain: 0 } })).toBe('of another list');
  expect(kindOf({ ...list, filters: { ...list.filters, start_lt: 6n } })).toBe('of another list');
});

it('no other text is a cursor', () => {
  const cursor = cursorAfter({ workchain: 0, account: new Uint8Array(32), lt: 7n }, list);
  for (const text of [
    '',
    'x',
    ' ',
    cursor.slice(1),
    `${cursor}A`,
    `${cursor}==`,
    'A'.repeat(100_000),
    `B${cursor.slice(1)}`,
  ]) {
    expect([text.slice(0, 80), readCursor(text, list).kind]).toEqual([text.slice(0, 80), 'invalid']);
  }
  fc.assert(fc.property(fc.string(), (text) => expect(readCursor(text, list).kind).toBe('invalid')));
});
