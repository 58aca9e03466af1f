import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ChainModelError } from '../errors.ts';
import { shard as shards } from './chain-values.test-support.ts';
import {
  isShardId,
  shardChildren,
  shardContains,
  shardContainsAccount,
  shardFromHex,
  shardFromSigned,
  shardParent,
  shardPrefixLength,
  shardToHex,
  shardToSigned,
  WHOLE_SHARD,
} from './shard-id.ts';

describe('shards', () => {
  it('have the texts and prefixes that the chain writes', () => {
    expect(shardToHex(WHOLE_SHARD)).toBe('8000000000000000');
    expect(shardToSigned(WHOLE_SHARD)).toBe(-9223372036854775808n);
    expect(shardPrefixLength(0x0d83800000000000n)).toBe(16);
    expect(shardFromHex('0d83800000000000')).toBe(0x0d83800000000000n);
    expect(shardChildren(WHOLE_SHARD)).toEqual([0x4000000000000000n, 0xc000000000000000n]);
    expect(shardParent(0xe000000000000000n)).toBe(0xc000000000000000n);
  });

  it('come back from every text and number form', () => {
    fc.assert(
      fc.property(shards, (shard) => {
        expect(isShardId(shard)).toBe(true);
        expect(shardFromHex(shardToHex(shard))).toBe(shard);
        expect(shardFromSigned(shardToSigned(shard))).toBe(shard);
      }),
    );
  });

  it('contain their children and nothing beside them', () => {
    fc.assert(
      fc.property(
        shards.filter((shard) => shardPrefixLength(shard) < 60),
        shards,
        (shard, other) => {
          const [left, right] = shardChildren(shard);
          expect(shardParent(left)).toBe(shard);
          expect(shardParent(right)).toBe(shard);
          expect(shardContains(shard, left) && shardContains(shard, right) && shardContains(shard, shard)).toBe(true);
          expect(shardContains(left, shard) || shardContains(left, right) || shardContains(right, left)).toBe(false);
          expect(shardContains(WHOLE_SHARD, other)).toBe(true);
          const insideOne = shardContains(left, other) || shardContains(right, other) || other === shard;
          expect(shardContains(shard, other)).toBe(insideOne);
        },
      ),
    );
  });

  it('hold the accounts whose address begins with their prefix', () => {
    fc.assert(
      fc.property(shards, fc.uint8Array({ minLength: 32, maxLength: 32 }), (shard, account) => {
        const bits = (bytes: Iterable<number>) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
        const prefix = shard.toString(2).padStart(64, '0').slice(0, shardPrefixLength(shard));
        expect(shardContainsAccount(shard, account)).toBe(bits(account).startsWith(prefix));
      }),
    );
    expect(shardContainsAccount(0x4000000000000000n, new Uint8Array(32).fill(0x7f))).toBe(true);
  });

  it('refuse numbers and texts that are no shard', () => {
    for (const wrong of [0n, 1n, 4n, -(2n ** 63n), 2n ** 64n]) {
      expect(isShardId(wrong)).toBe(false);
      expect(() => shardPrefixLength(wrong)).toThrow(ChainModelError);
    }
    expect(isShardId(8n)).toBe(true);
    expect(() => shardChildren(8n)).toThrow(ChainModelError);
    expect(() => shardParent(WHOLE_SHARD)).toThrow(ChainModelError);
    for (const text of ['', '8', '8000000000000001', '80000000000000000', '0000000000000000', '800000000000000g']) {
      expect(() => shardFromHex(text)).toThrow(ChainModelError);
    }
  });
});
