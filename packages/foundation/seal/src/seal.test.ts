import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createSeal, SEAL_BYTES } from './seal.ts';

const value = Buffer.from('a value');
const seal = createSeal({ purpose: 'test', secret: 'a secret of this deployment' });

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

  it('adds as many bytes as it says', () => {
    expect(seal.wrap('key', value, 1_000)).toHaveLength(value.length + SEAL_BYTES);
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

  it('detects a value under another key, with another secret, without a secret, and for another purpose', () => {
    const sealed = seal.wrap('key', value, 1_000);
    expect(seal.open('other key', sealed, 0)).toBe('broken');
    expect(createSeal({ purpose: 'test', secret: 'another secret' }).open('key', sealed, 0)).toBe('broken');
    expect(seal.open('key', createSeal({ purpose: 'test', secret: '' }).wrap('key', value, 1_000), 0)).toBe('broken');
    const other = createSeal({ purpose: 'other', secret: 'a secret of this deployment' });
    expect(other.open('key', sealed, 0)).toBe('broken');
    // Bytes cannot be moved between key and value.
    expect(seal.open('ke', seal.wrap('key', value, 1_000), 0)).toBe('broken');
  });
});
