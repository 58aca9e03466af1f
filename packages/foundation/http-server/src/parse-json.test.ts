import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson, RequestError } from './index.ts';

const bounds = { nestingMax: 4, valuesMax: 100 };
const parse = (text: string, changes = {}): unknown => parseJson(Buffer.from(text), { ...bounds, ...changes });
const codeOf = (text: string): string | undefined => {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    return error instanceof RequestError ? error.code : String(error);
  }
};

describe('JSON text from an untrusted client', () => {
  it('is read like any other', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), (text) => {
        expect(parse(text, { nestingMax: 100, valuesMax: 100_000 })).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['[[[[1]]]]', undefined],
    ['[[[[[1]]]]]', 'json_too_deep'],
    ['{"a":{"a":{"a":{"a":[]}}}}', 'json_too_deep'],
    ['"[[[[[[[["', undefined],
    ['["\\"[[[[[[["]', undefined],
    ['['.repeat(1_000_000), 'json_too_deep'],
    [`[${'1,'.repeat(98)}1]`, undefined],
    [`[${'1,'.repeat(99)}1]`, 'json_too_many_values'],
    [`[${'[],'.repeat(60)}1]`, 'json_too_many_values'],
    ['', 'json_broken'],
    ['{"a":', 'json_broken'],
    ['"a', 'json_broken'],
    ['"a\\"', 'json_broken'],
    ['{a:1}', 'json_broken'],
  ])('%.40s: %s', (text, code) => expect(codeOf(text)).toBe(code));

  it('keeps the digits of integers when asked to', () => {
    const text = '[123456789012345678901,-9007199254740993,1e20,12,"9007199254740993",0.12345678901234567]';
    expect(parse(text, { hasExactIntegers: true })).toEqual([
      '123456789012345678901',
      '-9007199254740993',
      1e20,
      12,
      '9007199254740993',
      Number('0.12345678901234567'),
    ]);
  });

  it('refuses an unclosed string before it looks for long integers: that search would take very long', () => {
    const unclosed = `"${'\\"'.repeat(20_000)}`;
    expect(() => parse(unclosed, { hasExactIntegers: true })).toThrow('A string of the text has no end');
  });
});
