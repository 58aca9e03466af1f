import { describe, expect, it } from '@jest/globals';
import { errorOfFailure, failureOf, GetMethodError, getMethodFailure } from '../index.ts';
import { neutralStackEntry } from './stack-entry.ts';

describe('a stack entry for the executor', () => {
  it.each([
    { type: 'null' },
    { type: 'number', value: '-12' },
    { type: 'tuple', items: [{ type: 'list', items: [{ type: 'slice', boc: 'AA==' }] }, { type: 'nan' }] },
  ])('%j is taken as it is', (entry) => expect(neutralStackEntry.parse(entry)).toEqual(entry));

  it.each([
    { type: 'number', value: '0x1' },
    { type: 'number', value: 1 },
    { type: 'cell', boc: '!' },
    { type: 'tuple' },
    { type: 'tuple', items: [{ type: 'x' }] },
    { type: 'null', more: 1 },
  ])('%j is refused', (entry) => expect(neutralStackEntry.safeParse(entry).success).toBe(false));
});

describe('an error from the executor', () => {
  it('is decoded to the same error', () => {
    const error = new GetMethodError(
      'overloaded',
      'too much waits',
      { retryAfterMs: 5, lt: 7n, gone: undefined },
      { isRetryable: true },
    );
    const told = getMethodFailure.parse(JSON.parse(JSON.stringify(failureOf(error))));
    expect(errorOfFailure(told)).toMatchObject({
      code: 'overloaded',
      message: 'too much waits',
      fields: { retryAfterMs: 5, lt: '7' },
      isRetryable: true,
    });
  });
});
