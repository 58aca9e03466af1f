import { expect, it } from '@jest/globals';
import type { RawBlock } from '@tonriver/events';
import { describeRecorded } from '@tonriver/testing';
import { faultOfRawBlock } from './raw-block-fault.ts';

const MAINNET = { globalId: -239 };

describeRecorded('faultOfRawBlock', ['blocks/mainnet-2019-11-genesis'], (data) => {
  const recorded = data.blocks().find(({ file }) => file.endsWith('mainnet_mc_140.boc'))!;
  const { workchain, seqno, rootHash, sha256: fileHash } = recorded;
  const round = { seqno, index: 0, blockCount: 5, isRangeStart: false };
  const raw: RawBlock = {
    workchain,
    seqno,
    rootHash,
    fileHash,
    round,
    shard: recorded.shard.toUpperCase(),
    boc: recorded.read(),
  };

  it('finds nothing wrong with a block in its place, with or without a round', () => {
    expect(faultOfRawBlock(raw, MAINNET)).toBeUndefined();
    expect(faultOfRawBlock({ ...raw, round: null, fileHash: null }, MAINNET)).toBeUndefined();
  });

  it('finds a block of another network, under another file hash, and in a round that is not its own', () => {
    expect(faultOfRawBlock(raw, { globalId: -3 })).toMatch(/global id/);
    expect(faultOfRawBlock({ ...raw, fileHash: 'ab'.repeat(32) }, MAINNET)).toMatch(/file hash/);
    expect(faultOfRawBlock({ ...raw, round: { ...round, seqno: 139 } }, MAINNET)).toMatch(/round 139/);
    expect(faultOfRawBlock({ ...raw, round: { ...round, index: 1 } }, MAINNET)).toMatch(/block 1/);
    expect(faultOfRawBlock({ ...raw, workchain: 0 }, MAINNET)).toMatch(/shard block/);
  });

  it('leaves bytes that are no block to those who decode them', () => {
    for (const boc of [new Uint8Array(), raw.boc.subarray(0, 100), Buffer.from('no bag of cells')]) {
      expect(faultOfRawBlock({ ...raw, fileHash: null, boc }, MAINNET)).toBeUndefined();
    }
  });
});
