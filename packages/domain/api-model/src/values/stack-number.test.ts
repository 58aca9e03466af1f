import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { methodIdOfName, parseStackNumber, stackNumberHex } from '../index.ts';

const limit = 1n << 256n;

describe('a number of a stack', () => {
  it('is read in decimal and in hexadecimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -limit, max: limit - 1n }), (value) => {
        expect(parseStackNumber(stackNumberHex(value))).toBe(value);
        expect(parseStackNumber(value.toString())).toBe(value);
        expect(parseStackNumber(stackNumberHex(value).toUpperCase())).toBe(value);
      }),
    );
  });

  it.each([
    ['0', 0n, '0x0'],
    ['-0x1f', -31n, '-0x1f'],
    ['0x0001', 1n, '0x1'],
    [(limit - 1n).toString(), limit - 1n, `0x${'f'.repeat(64)}`],
    [(-limit).toString(), -limit, `-0x1${'0'.repeat(64)}`],
  ])('%s is a number', (text, value, hex) => {
    expect(parseStackNumber(text)).toBe(value);
    expect(stackNumberHex(value)).toBe(hex);
  });

  it.each([
    '',
    '-',
    '0x',
    '-0x',
    '1.5',
    '1e3',
    ' 1',
    '1 ',
    '+1',
    '0xg',
    '1f',
    limit.toString(),
    (-limit - 1n).toString(),
    '9'.repeat(79),
  ])('%j is none', (text) => expect(parseStackNumber(text)).toBeUndefined());
});

describe('the number of a get-method', () => {
  it.each([
    ['seqno', 85143],
    ['get_wallet_data', 97026],
    ['get_public_key', 78748],
  ])('%s is %i', (name, id) => expect(methodIdOfName(name)).toBe(id));
});
