import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { SourceBlock } from './block-source.ts';
import { publicNetworks } from '@tonriver/chain-model';
import { alteredBlock, describeRecorded, mainnet } from '@tonriver/testing';
import { checkBlock, confirmBlock, hex } from './check-block.ts';

describeRecorded('checkBlock', ['blocks/mainnet-2019-11-genesis'], (data) => {
  const recorded = data.blocks().find(({ network, bytes }) => network === 'mainnet' && bytes < 20_000)!;
  const rootHash = Buffer.from(recorded.rootHash, 'hex');
  const source = (changes: Partial<SourceBlock> = {}): SourceBlock => ({
    key: { workchain: recorded.workchain, shard: BigInt(`0x${recorded.shard}`), seqno: recorded.seqno },
    boc: recorded.read(),
    origin: 'folder/some.boc',
    namedFileHash: null,
    ...changes,
  });
  const expectation = {
    key: source().key,
    rootHash,
    fileHash: null,
    namedBy: 'masterchain block (-1,8000000000000000,9)',
  };
  const naming = { fields: { block: expect.stringContaining(`,${recorded.seqno})`), origin: 'folder/some.boc' } };

  it('computes the root hash, and has no file hash when none is named', () => {
    const checked = checkBlock(source(), mainnet, expectation);
    expect(hex(checked.rootHash)).toBe(recorded.rootHash);
    expect(checked.fileHash).toBeNull();
  });

  it('confirms the file hash that the source or another block names', () => {
    const fileHash = createHash('sha256').update(recorded.read()).digest();
    expect(checkBlock(source({ namedFileHash: fileHash }), mainnet).fileHash).toEqual(fileHash);
    expect(confirmBlock(checkBlock(source(), mainnet), { ...expectation, fileHash }).fileHash).toEqual(fileHash);
  });

  it('refuses a block whose root hash or file hash is not the named one', () => {
    const other = Buffer.alloc(32, 1);
    expect(() => checkBlock(source({ boc: alteredBlock(recorded.read()) }), mainnet, expectation)).toThrow(
      expect.objectContaining({ code: 'wrong_root_hash', ...naming }),
    );
    expect(() => checkBlock(source(), mainnet, { ...expectation, fileHash: other })).toThrow(
      expect.objectContaining({ code: 'wrong_file_hash', ...naming }),
    );
    expect(() => checkBlock(source({ namedFileHash: other }), mainnet)).toThrow(
      expect.objectContaining({ code: 'wrong_file_hash', ...naming }),
    );
  });

  it('refuses a block with the key of another', () => {
    const key = { ...source().key, seqno: recorded.seqno + 1 };
    expect(() => checkBlock(source({ key }), mainnet)).toThrow(
      expect.objectContaining({ code: 'wrong_block', message: expect.stringContaining('folder/some.boc') }),
    );
  });

  it('refuses a block of another network', () => {
    const testnet = publicNetworks.find(({ name }) => name === 'testnet')!;
    expect(() => checkBlock(source(), testnet)).toThrow(expect.objectContaining({ code: 'wrong_network', ...naming }));
  });

  it('refuses bytes that are not a block', () => {
    for (const boc of [
      recorded.read().subarray(0, 100),
      Buffer.from('nothing'),
      data.blocks()[0]!.read().subarray(1),
    ]) {
      expect(() => checkBlock(source({ boc }), mainnet)).toThrow(
        expect.objectContaining({ code: 'wrong_block', ...naming }),
      );
    }
  });
});
