import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { blockKeyText, type SourceBlock } from '@tonriver/chain-source';
import { BlockSourceError } from '../block-source-error.ts';
import type { BlockLocation } from './block-locations.ts';

/** Reads the bytes of a block. @throws {BlockSourceError} `wrong_entry_name` when the entry names another file hash */
export async function readBlock(location: BlockLocation): Promise<SourceBlock> {
  const boc = await readBytes(location);
  const block = blockKeyText(location.key);
  if (location.fileHash !== null) {
    const actual = createHash('sha256').update(boc).digest('hex');
    if (actual !== location.fileHash) {
      const text = `The file hash of ${block} differs from that in the name of its entry: ${location.origin}`;
      throw new BlockSourceError('wrong_entry_name', text, { block, origin: location.origin, actual });
    }
  }
  const namedFileHash = location.fileHash === null ? null : Buffer.from(location.fileHash, 'hex');
  return { key: location.key, boc, origin: location.origin, namedFileHash };
}

async function readBytes({ path, range }: BlockLocation): Promise<Uint8Array> {
  if (range === undefined) return await readFile(path);
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(range.length), 0, range.length, range.offset);
    if (bytesRead < range.length) {
      throw new BlockSourceError('bad_package', `${path} became shorter while it was read`, { path });
    }
    return buffer;
  } finally {
    await file.close();
  }
}
