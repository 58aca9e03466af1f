import { describe, expect, it } from '@jest/globals';
import { parseBlockEntryName } from './entry-name.ts';

const rootHash = 'AB'.repeat(32);
const fileHash = 'cd'.repeat(32);

describe('parseBlockEntryName', () => {
  it('reads the key and both hashes of a block', () => {
    expect(parseBlockEntryName(`block_(-1,8000000000000000,42):${rootHash}:${fileHash}`)).toEqual({
      key: { workchain: -1, shard: 0x8000000000000000n, seqno: 42 },
      rootHash: rootHash.toLowerCase(),
      fileHash,
    });
  });

  it.each([
    `proof_(-1,8000000000000000,42):${rootHash}:${fileHash}`,
    `prooflink_(0,8000000000000000,42):${rootHash}:${fileHash}`,
    `block_(-1,8000000000000000,42):${rootHash}`,
    `block_(-1,800000000000000,42):${rootHash}:${fileHash}`,
    '',
  ])('returns undefined for %j', (name) => {
    expect(parseBlockEntryName(name)).toBeUndefined();
  });
});
