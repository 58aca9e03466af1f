import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WHOLE_SHARD } from '../block/index.ts';
import { hashToHex } from '../primitives/index.ts';
import { computeValidatorGroup, validatorListHashShort, type ValidatorSet } from './index.ts';
import { createValidatorRandom } from './validator-random.ts';

const catchain = {
  type: 'catchain_config_new',
  flags: 0,
  shuffleMcValidators: true,
  mcCatchainLifetime: 250,
  shardCatchainLifetime: 250,
  shardValidatorsLifetime: 1000,
  shardValidatorsNumber: 7,
} as const;
const masterchain = { workchain: -1, shard: WHOLE_SHARD };

const sets: fc.Arbitrary<ValidatorSet> = fc
  .array(fc.bigInt({ min: 1n, max: 2n ** 52n }), { minLength: 1, maxLength: 40 })
  .map((weights) => ({
    utimeSince: 0,
    utimeUntil: 1,
    main: Math.ceil(weights.length / 2),
    totalWeight: null,
    list: weights.map((weight, index) => ({
      publicKey: Uint8Array.from(createHash('sha256').update(`${index}`).digest()),
      weight,
      adnlAddress: null,
    })),
  }));
const keysOf = (list: readonly { readonly publicKey: Uint8Array }[]): string[] =>
  list.map(({ publicKey }) => hashToHex(publicKey));

describe('a validator group', () => {
  it('of the masterchain holds the head of the list, each once, shuffled only when the configuration says so', () => {
    fc.assert(
      fc.property(sets, fc.nat(), (set, catchainSeqno) => {
        const head = keysOf(set.list.slice(0, set.main));
        const shuffled = keysOf(computeValidatorGroup({ catchain, set, shard: masterchain, catchainSeqno }));
        expect(new Set(shuffled)).toEqual(new Set(head));
        expect(shuffled).toHaveLength(head.length);
        const plain = { ...catchain, shuffleMcValidators: false };
        expect(keysOf(computeValidatorGroup({ catchain: plain, set, shard: masterchain, catchainSeqno }))).toEqual(
          head,
        );
      }),
    );
  });

  it('of a shard holds as many validators as configured, or all, each once with weight 1', () => {
    fc.assert(
      fc.property(sets, fc.nat(), (set, catchainSeqno) => {
        const group = computeValidatorGroup({
          catchain,
          set,
          shard: { workchain: 0, shard: WHOLE_SHARD },
          catchainSeqno,
        });
        expect(group).toHaveLength(Math.min(7, set.list.length));
        expect(new Set(keysOf(group)).size).toBe(group.length);
        expect(group.every(({ weight }) => weight === 1n)).toBe(true);
        const known = new Set(keysOf(set.list));
        expect(keysOf(group).every((key) => known.has(key))).toBe(true);
      }),
    );
  });

  it('changes with the catchain seqno and the shard', () => {
    const set: ValidatorSet = {
      utimeSince: 0,
      utimeUntil: 1,
      main: 1,
      totalWeight: null,
      list: Array.from({ length: 30 }, (_, index) => ({
        publicKey: new Uint8Array(32).fill(index),
        weight: BigInt(index + 1),
        adnlAddress: null,
      })),
    };
    const groups = new Set<string>();
    for (let catchainSeqno = 0; catchainSeqno < 20; catchainSeqno++) {
      for (const shard of [1n << 62n, 3n << 62n]) {
        groups.add(
          keysOf(computeValidatorGroup({ catchain, set, shard: { workchain: 0, shard }, catchainSeqno })).join(),
        );
      }
    }
    expect(groups.size).toBe(40);
  });

  it('draws numbers from SHA-512 over a counting seed, shard, workchain and catchain seqno', () => {
    const described = (seed: number): Buffer => {
      const bytes = Buffer.alloc(48);
      bytes[31] = seed;
      bytes.writeBigUInt64BE(WHOLE_SHARD, 32);
      bytes.writeInt32BE(-1, 40);
      bytes.writeUInt32BE(5, 44);
      return createHash('sha512').update(bytes).digest();
    };
    const random = createValidatorRandom({ ...masterchain, catchainSeqno: 5 });
    const expected = [0, 1].flatMap((seed) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => described(seed).readBigUInt64BE(at * 8)),
    );
    expect(expected.map(() => random.next(1n << 64n))).toEqual(expected);
  });

  it('has a hash that depends on order, weights, addresses and catchain seqno', () => {
    const [first, second] = [1, 2].map((byte) => ({
      publicKey: new Uint8Array(32).fill(byte),
      weight: 5n,
      adnlAddress: null,
    }));
    const group = [first, second] as Parameters<typeof validatorListHashShort>[0];
    const hashes = [
      validatorListHashShort(group, 1),
      validatorListHashShort(group.toReversed(), 1),
      validatorListHashShort(group, 2),
      validatorListHashShort(
        group.map((one) => ({ ...one, weight: 6n })),
        1,
      ),
      validatorListHashShort(
        group.map((one) => ({ ...one, adnlAddress: one.publicKey })),
        1,
      ),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    const zeroAddress = group.map((one) => ({ ...one, adnlAddress: new Uint8Array(32) }));
    expect(validatorListHashShort(zeroAddress, 1)).toBe(hashes[0]);
  });
});
