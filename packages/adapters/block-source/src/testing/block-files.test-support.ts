import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bag } from '@tonriver/boc';
import { blockKeyText, type SourceBlock } from '@tonriver/chain-source';
import { packageBytes } from '../archive/package-bytes.test-support.ts';

/** Writes a block under another name, then renames the file. */
export function writeBlockFile(folder: string, block: SourceBlock): string {
  const path = join(folder, fileNameOf(block));
  writeFileSync(`${path}.part`, block.boc);
  renameSync(`${path}.part`, path);
  return path;
}

export function fileNameOf({ key }: SourceBlock): string {
  return `${key.workchain}_${key.shard.toString(16)}_${key.seqno}.boc`;
}

/** Returns a package of a node with the blocks, with hashes in the names of the entries. */
export function packageOf(blocks: readonly SourceBlock[]): Buffer {
  return packageBytes(blocks.map((block) => ({ name: entryNameOf(block), data: block.boc })));
}

function entryNameOf({ key, boc }: SourceBlock): string {
  const bag = Bag.parse(boc);
  const rootHash = Buffer.from(bag.hash(bag.root)).toString('hex');
  return `block_${blockKeyText(key)}:${rootHash}:${createHash('sha256').update(boc).digest('hex')}`;
}
