import { describe, expect, it } from '@jest/globals';
import { WHOLE_SHARD } from '@tonriver/chain-model';
import { HASH_AFTER_ALL, insertProcessed, type ProcessedUptoRecord, splitProcessed } from './processed-upto.ts';

function record(shard: bigint, mcSeqno: number, lastMessageLt: bigint): ProcessedUptoRecord {
  return { shard, mcSeqno, lastMessageLt, lastMessageHash: HASH_AFTER_ALL };
}

describe('records of processed messages', () => {
  it('do not keep a record that a newer and higher one includes', () => {
    const old = record(WHOLE_SHARD, 3, 100n);
    const newer = record(WHOLE_SHARD, 4, 200n);
    expect(insertProcessed([old], newer)).toEqual([newer]);
    expect(insertProcessed([newer], old)).toEqual([newer]);
  });

  it('keep both when the newer block had processed less', () => {
    const far = record(WHOLE_SHARD, 3, 300n);
    const near = record(WHOLE_SHARD, 4, 200n);
    expect(insertProcessed([far], near)).toEqual([far, near]);
  });

  it('are copied to both halves of a split', () => {
    const [left, right] = [0x4000000000000000n, 0xc000000000000000n];
    expect(splitProcessed([record(WHOLE_SHARD, 3, 1n)], left)).toEqual([record(left, 3, 1n)]);
    expect(splitProcessed([record(left, 2, 1n), record(right, 3, 1n)], right)).toEqual([record(right, 3, 1n)]);
  });
});
