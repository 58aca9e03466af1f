import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createSeal } from './seal.ts';

const value = Buffer.from('a value');
const seal = createSeal('a secret of this deployment');

describe('createSeal', () => {
  it('opens a value that it wrapped, until the value expires', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), (key, bytes) => {
        const sealed = seal.wrap(key, bytes, 1_000);
        expect(Buffer.from(seal.open(key, sealed, 999) as Uint8Array)).toEqual(Buffer.from(bytes));
        expect(seal.open(key, sealed, 1_000)).toBe('expired');
      }),
    );
  });

  it('detects every changed bit, every missing byte and every appended byte', () => {
    const sealed = seal.wrap('key', value, 1_000);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(['foreign', 'broken']).toContain(seal.open('key', changed, 0));
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(['foreign', 'broken']).toContain(seal.open('key', sealed.subarray(0, length), 0));
    }
    expect(seal.open('key', Buffer.concat([sealed, Buffer.of(0)]), 0)).toBe('broken');
  });

  it('detects a value under another key, with another secret, and without a secret', () => {
    const sealed = seal.wrap('key', value, 1_000);
    expect(seal.open('other key', sealed, 0)).toBe('broken');
    expect(createSeal('another secret').open('key', sealed, 0)).toBe('broken');
    expect(seal.open('key', createSeal('').wrap('key', value, 1_000), 0)).toBe('broken');
    // Bytes cannot be moved between key and value.
    expect(seal.open('ke', seal.wrap('key', value, 1_000), 0)).toBe('broken');
  });
});
