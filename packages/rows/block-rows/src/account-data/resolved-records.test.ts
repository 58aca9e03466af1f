import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bitAt,
  fingerprintOf,
  packBits,
  packInitialAccount,
  packLibraries,
  packStatePlaces,
  resolvedChecksum,
  unpackInitialAccounts,
  unpackLibraries,
  unpackStatePlaces,
} from './resolved-records.ts';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const plain = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, field instanceof Uint8Array ? [...field] : (field as unknown)]),
  );

describe('records of the state-resolver', () => {
  it('keep every bit, and are 0 beyond their end', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (bits) => {
        const packed = packBits(bits);
        expect(bits.map((_, index) => bitAt(packed, index))).toEqual(bits);
        expect(bitAt(packed, bits.length + 8)).toBe(false);
      }),
    );
  });

  it('keep libraries, and give the same bytes in any order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ hash, isPublic: fc.boolean() }), { selector: (one) => one.hash.join() }),
        (libraries) => {
          const packed = packLibraries(libraries);
          expect(packLibraries(libraries.toReversed())).toEqual(packed);
          const texts = (list: readonly object[]) => list.map((one) => JSON.stringify(plain(one))).toSorted();
          expect(texts(unpackLibraries(packed))).toEqual(texts(libraries));
        },
      ),
    );
  });

  it('keep places of initial states, and their accounts', () => {
    const place = fc.record({
      workchain: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      shard: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      seqno: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    });
    fc.assert(
      fc.property(fc.array(place), (places) => expect(unpackStatePlaces(packStatePlaces(places))).toEqual(places)),
    );
    const account = fc.record({
      account: hash,
      lt: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      transaction: fc.uint8Array({ minLength: 4, maxLength: 4 }),
      hasData: fc.boolean(),
      hasCode: fc.boolean(),
      hasCurrencies: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(account), (accounts) => {
        const found = unpackInitialAccounts(Buffer.concat(accounts.map(packInitialAccount)));
        expect(found.map(plain)).toEqual(accounts.map(plain));
      }),
    );
    expect(() => unpackInitialAccounts(new Uint8Array(44))).toThrow(
      expect.objectContaining({ code: 'contradicting_row' }),
    );
    expect(() => unpackLibraries(new Uint8Array(34))).toThrow(expect.objectContaining({ code: 'contradicting_row' }));
  });

  it('have another fingerprint when any byte of the transaction hash differs', () => {
    const zeros = new Uint8Array(32);
    const others = Array.from({ length: 32 }, (_, index) => zeros.with(index, 1));
    const texts = [zeros, ...others].map((one) => Buffer.from(fingerprintOf(one)).toString('hex'));
    expect(texts.every((text) => text.length === 8)).toBe(true);
    expect(new Set(texts).size).toBe(33);
  });

  it('have a checksum over both rows of a block', () => {
    const key = { workchain: 0, shard: 1n, seqno: 5, rangeSeqno: 1 };
    const none = new Uint8Array(0);
    const block = { ...key, isComplete: true, initialStates: none, libraries: none };
    const accounts = { ...key, dataRows: packBits([true, false]), codeTrees: none, statesBefore: none };
    const found = resolvedChecksum(block, accounts);
    expect(resolvedChecksum({ ...block }, { ...accounts })).toBe(found);
    expect(resolvedChecksum({ ...block, isComplete: false }, accounts)).not.toBe(found);
    expect(resolvedChecksum(block, { ...accounts, dataRows: none })).not.toBe(found);
    expect(resolvedChecksum(block, { ...accounts, dataRows: none, codeTrees: accounts.dataRows })).not.toBe(found);
  });
});
