import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAddress, shortAddress } from './address-text.js';
import { cutText } from './cut-text.js';
import { hexOf, readHash, shortHash } from './hash-text.js';
import { changeText, countText, decimalText, shortShard, signedShard, tonText, unsignedHex } from './number-text.js';
import { oneLine } from './one-line.js';
import { ageText, timeText } from './time-text.js';

const thirtyTwoBytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

describe('a hash', () => {
  it('is read in every form', () => {
    fc.assert(
      fc.property(thirtyTwoBytes, (bytes) => {
        const hex = hexOf(bytes);
        const base64url = Buffer.from(bytes).toString('base64url');
        const forms = [hex, hex.toUpperCase(), `0x${hex}`, base64(bytes), base64url, `${base64url}=`];
        expect(forms.map(readHash)).toEqual(forms.map(() => hex));
      }),
    );
  });

  it.each(['', 'ab', 'x'.repeat(64), `${'a'.repeat(63)}`, 'a'.repeat(65), `${'A'.repeat(42)}`, '<b>'])(
    'is not %p',
    (text) => {
      expect(readHash(text)).toBeUndefined();
    },
  );

  it('is shortened in the middle', () => {
    expect(shortHash('0123456789abcdef'.repeat(4))).toBe('01234567…abcdef');
  });
});

describe('an address', () => {
  it('is read in the raw form, and in the user-friendly form of every tag and alphabet', () => {
    const raw = `0:${'83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8'}`;
    const forms = [
      raw,
      raw.toLowerCase(),
      'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
      'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
      'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'.replaceAll('-', '+').replaceAll('_', '/'),
    ];
    expect(forms.map(readAddress)).toEqual(forms.map(() => raw));
    expect(readAddress(`-1:${'3'.repeat(64)}`)).toBe(`-1:${'3'.repeat(64)}`);
    expect(readAddress('Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF')).toBe(`-1:${'3'.repeat(64)}`);
  });

  it('is not one when its checksum is wrong, or its workchain is no 32-bit number', () => {
    expect(readAddress('EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M')).toBeUndefined();
    expect(readAddress(`4294967296:${'3'.repeat(64)}`)).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => expect(readAddress(text)).toBeUndefined()));
  });

  it('is shortened in the middle', () => {
    expect(shortAddress('EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N')).toBe('EQCD39…8xqB2N');
  });
});

describe('numbers', () => {
  it('are amounts with all their digits', () => {
    expect(['0', '1', '1230000000', '-5', '12345678000000000', null, 'x'].map(tonText)).toEqual([
      '0 TON',
      '0.000000001 TON',
      '1.23 TON',
      '−0.000000005 TON',
      '12\u202f345\u202f678 TON',
      '—',
      '—',
    ]);
    expect(countText('1234567')).toBe('1\u202f234\u202f567');
  });

  it('are amounts of coins with other decimals', () => {
    expect(decimalText('25100', 3)).toBe('25.1');
    expect(decimalText('-25100', 0)).toBe('−25\u202f100');
    expect(decimalText('1', 255)).toBe(`0.${'0'.repeat(254)}1`);
  });

  it('are changes with their sign', () => {
    expect([changeText('1', '3'), changeText('3', '1'), changeText('3', '3'), changeText(null, '3')]).toEqual([
      '+0.000000002 TON',
      '−0.000000002 TON',
      '0 TON',
      undefined,
    ]);
  });

  it('are shards and opcodes, as they are named in other places', () => {
    expect(unsignedHex('-9223372036854775808', 64)).toBe('8000000000000000');
    expect(unsignedHex(-1, 32)).toBe('ffffffff');
    expect([shortShard('8000000000000000'), shortShard('6000000000000000'), shortShard('0000000000000000')]).toEqual([
      '8',
      '6',
      '0',
    ]);
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (shard) => {
        expect(signedShard(unsignedHex(String(shard), 64))).toBe(String(shard));
      }),
    );
  });
});

describe('times', () => {
  it('are told in full and by age', () => {
    expect(timeText(1_700_000_000)).toBe('2023-11-14 22:13:20');
    const ages = [-60, -2, 0, 59, 60, 3_600, 90_000].map((age) => ageText(1_000_000 - age, 1_000_000_000));
    expect(ages).toEqual(['in the future', '0 s ago', '0 s ago', '59 s ago', '1 min ago', '1 h ago', '1 d ago']);
  });
});

describe("a stranger's text", () => {
  it('comes into one line, without signs that turn other texts', () => {
    expect(oneLine(' a\n\tb\u0000c\u202ed\u2069 ')).toBe('a b cd');
    expect(oneLine('\u200fשלום')).toBe('שלום');
  });

  it('is cut after whole letters', () => {
    expect(cutText('😀😀😀', 3)).toBe('😀😀😀');
    expect(cutText('😀😀😀😀', 3)).toBe('😀😀…');
  });
});
