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

  it('returns no fault for a correct block, with or without a round', () => {
    expect(faultOfRawBlock(raw, MAINNET)).toBeUndefined();
    expect(faultOfRawBlock({ ...raw, round: null, fileHash: null }, MAINNET)).toBeUndefined();
  });

  it('returns faults of another network, a wrong file hash and a wrong round', () => {
    expect(faultOfRawBlock(raw, { globalId: -3 })).toMatch(/global id/);
    expect(faultOfRawBlock({ ...raw, fileHash: 'ab'.repeat(32) }, MAINNET)).toMatch(/file hash/);
    expect(faultOfRawBlock({ ...raw, round: { ...round, seqno: 139 } }, MAINNET)).toMatch(/round 139/);
    expect(faultOfRawBlock({ ...raw, round: { ...round, index: 1 } }, MAINNET)).toMatch(/block 1/);
    expect(faultOfRawBlock({ ...raw, workchain: 0 }, MAINNET)).toMatch(/shard block/);
  });

  it('returns no fault for bytes that are not a block, which decoding refuses', () => {
    for (const boc of [new Uint8Array(), raw.boc.subarray(0, 100), Buffer.from('no bag of cells')]) {
      expect(faultOfRawBlock({ ...raw, fileHash: null, boc }, MAINNET)).toBeUndefined();
    }
  });
});
