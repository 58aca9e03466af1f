import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { blockKeyText } from './block-source.ts';
import type { Network } from '@tonriver/chain-model';
import {
  alteredBlock,
  describeRecorded,
  GENESIS,
  GENESIS_ROUNDS,
  type GenesisFolder,
  genesisFolder,
  mainnet,
} from '@tonriver/testing';
import { createRoundBuilder } from './build-round.ts';

describeRecorded('createRoundBuilder', ['blocks/mainnet-2019-11-genesis'], (data) => {
  let folder: GenesisFolder;
  beforeEach(() => {
    folder = genesisFolder(data);
  });
  afterEach(() => folder.remove());

  const build = async (seqno: number, network: Network = mainnet) => {
    const builder = createRoundBuilder({ source: await folder.open(), network });
    const [masterchain, previous] = [await builder.masterchainBlock(seqno), await builder.masterchainBlock(seqno - 1)];
    return builder.build(masterchain!, previous);
  };
  /** Returns the name of a block's file in the recorded folder. */
  const fileOf = (key: string): string => {
    const [, workchain, shard, seqno] = /^\((-?\d+),([0-9A-F]+),(\d+)\)$/.exec(key)!;
    return workchain === '-1' ? `mainnet_mc_${seqno}.boc` : `mainnet_${workchain}_${shard?.toLowerCase()}_${seqno}.boc`;
  };
  const namesOf = async (seqno: number) => (await build(seqno)).blocks.map(({ key }) => blockKeyText(key));

  it('puts every block of the genesis folder into exactly one of its 140 rounds', async () => {
    const source = await folder.open();
    const builder = createRoundBuilder({ source, network: mainnet });
    const seen = new Set<string>();
    for (let seqno = 1; seqno <= GENESIS_ROUNDS; seqno += 1) {
      const masterchain = (await builder.masterchainBlock(seqno))!;
      const round = await builder.build(masterchain, await builder.masterchainBlock(seqno - 1));
      expect(round.blocks[0]).toMatchObject({ key: { workchain: -1, seqno } });
      for (const { key, fileHash, rootHash } of round.blocks) {
        const name = blockKeyText(key);
        expect(seen.has(name)).toBe(false);
        seen.add(name);
        const recorded = data.blocks().find(({ file }) => file === `blocks/${GENESIS}/${fileOf(name)}`);
        expect(Buffer.from(rootHash).toString('hex')).toBe(recorded?.rootHash);
        // No block names the file hash of the last masterchain block.
        if (seqno < GENESIS_ROUNDS || key.workchain !== -1) {
          expect(Buffer.from(fileHash ?? []).toString('hex')).toBe(recorded?.sha256);
        }
      }
    }
    expect(seen.size).toBe(data.blocks().filter(({ file }) => file.startsWith(`blocks/${GENESIS}/`)).length);
  });

  it('names the missing block and the file that names it', async () => {
    const names = await namesOf(100);
    for (const name of names.slice(1)) {
      const bytes = readFileSync(folder.pathOf(fileOf(name)));
      folder.delete(fileOf(name));
      await expect(build(100)).rejects.toMatchObject({
        code: 'missing_block',
        message: expect.stringContaining(name),
        fields: { block: name, rootHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
      folder.write(fileOf(name), bytes);
    }
  });

  it('names block and file when a masterchain block, a shard block or the block before was altered', async () => {
    const [masterchain = '', ...shards] = await namesOf(100);
    for (const name of [masterchain, ...shards]) {
      const bytes = readFileSync(folder.pathOf(fileOf(name)));
      folder.write(fileOf(name), alteredBlock(bytes));
      await expect(build(100)).rejects.toMatchObject({
        code: 'wrong_root_hash',
        message: expect.stringContaining(folder.pathOf(fileOf(name))),
        fields: { block: name, origin: folder.pathOf(fileOf(name)) },
      });
      folder.write(fileOf(name), bytes);
    }
    folder.write('mainnet_mc_99.boc', alteredBlock(readFileSync(folder.pathOf('mainnet_mc_99.boc'))));
    await expect(build(100)).rejects.toMatchObject({
      code: 'wrong_root_hash',
      fields: { origin: folder.pathOf('mainnet_mc_99.boc') },
    });
  });

  it('names block and file when the cells are the same in other bytes', async () => {
    const [, name = ''] = await namesOf(100);
    const bytes = Buffer.from(readFileSync(folder.pathOf(fileOf(name))));
    folder.write(fileOf(name), withoutChecksum(bytes));
    await expect(build(100)).rejects.toMatchObject({
      code: 'wrong_file_hash',
      fields: { block: name, origin: folder.pathOf(fileOf(name)) },
    });
  });

  it('identifies a block by the contents of its file, not by the name', async () => {
    const whole = await namesOf(100);
    const bytes = readFileSync(folder.pathOf('mainnet_mc_100.boc'));
    folder.write('renamed.boc', bytes);
    folder.delete('mainnet_mc_100.boc');
    expect(await namesOf(100)).toEqual(whole);
    // With the contents of block 99 in the file, block 100 is missing.
    folder.write('renamed.boc', readFileSync(folder.pathOf('mainnet_mc_99.boc')));
    const source = await folder.open();
    expect(await createRoundBuilder({ source, network: mainnet }).masterchainBlock(100)).toBeUndefined();
  });

  it('refuses a chain with another zero state', async () => {
    const other: Network = { ...mainnet, name: 'private', zeroStateRootHash: Buffer.alloc(32, 1) };
    await expect(build(1, other)).rejects.toMatchObject({
      code: 'wrong_network',
      message: expect.stringContaining('mainnet_mc_1.boc'),
    });
  });

  it('builds the same round when the source starts with the masterchain block before it', async () => {
    const whole = await namesOf(100);
    for (let seqno = 1; seqno < 99; seqno += 1) folder.delete(`mainnet_mc_${seqno}.boc`);
    expect(await namesOf(100)).toEqual(whole);
  });
});

/** Returns the same bag of cells in another serialisation: without its CRC-32C. */
function withoutChecksum(bytes: Buffer): Buffer {
  const shorter = Buffer.from(bytes.subarray(0, -4));
  if ((bytes[4]! & 0x40) === 0) throw new Error('This block has no checksum to leave out');
  shorter[4]! &= ~0x40;
  return shorter;
}
