import { describe, expect, it } from '@jest/globals';
import { readingFaultOf, TonriverError } from './index.ts';

describe('an error of a step that only reads bytes', () => {
  it('is a fault of the bytes, whatever error it is', () => {
    const recurse = (): number => 1 + recurse();
    const caught = (action: () => unknown): unknown => {
      try {
        return action();
      } catch (error) {
        return error;
      }
    };

    expect(readingFaultOf(new TonriverError('bad_tag', 'no such tag'))).toEqual({
      code: 'bad_tag',
      cause: 'no such tag',
    });
    expect(readingFaultOf(caught(recurse))).toMatchObject({
      code: 'reader_failed',
      cause: expect.stringMatching(/^RangeError: Maximum call stack size exceeded \(at .*reading-fault\.test/),
    });
    expect(readingFaultOf(caught(() => (undefined as unknown as { x: number }).x)).cause).toMatch(/^TypeError: /);
    expect(readingFaultOf('thrown text')).toEqual({ code: 'reader_failed', cause: 'thrown text' });
  });

  it('is thrown on when the process has no memory left', () => {
    const error = new RangeError('Array buffer allocation failed');

    expect(() => readingFaultOf(error)).toThrow(error);
  });

  it('names its place in the code without the folders of the machine', () => {
    const error = new TypeError('odd');
    error.stack =
      'TypeError: odd\n    at read (file:///home/somebody/packages/boc/src/bag.ts:7:9)\n    at main (x.ts:1:1)';

    expect(readingFaultOf(error).cause).toBe('TypeError: odd (at read (bag.ts:7:9))');
  });
});
