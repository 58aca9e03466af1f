import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import {
  type BlockNeed,
  describeRecorded,
  type FileNeed,
  type RecordedBlock,
  type TemporaryDirectory,
  temporaryDirectory,
} from '@tonriver/testing';
import { blockKeyText } from '@tonriver/chain-source';
import { openArchive } from './open-archive.ts';
import { packageBytes } from './package-bytes.test-support.ts';

const open = (...paths: readonly string[]) => openArchive({ paths, logger: silentLogger });
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const keyOf = ({ workchain, shard, seqno }: RecordedBlock) => ({ workchain, shard: BigInt(`0x${shard}`), seqno });
const entryName = (block: RecordedBlock, rootHash = block.rootHash, fileHash = block.sha256): string =>
  `block_(${block.workchain},${block.shard},${block.seqno}):${rootHash}:${fileHash}`;

const SMALL: BlockNeed = { what: 'blocks of less than 20 kB', count: 2, isOne: ({ bytes }) => bytes < 20_000 };

describeRecorded('openArchive', [SMALL], (data) => {
  let folder: TemporaryDirectory;
  const write = (name: string, bytes: Uint8Array): string => {
    const path = join(folder.path, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  };
  const small = data.blocks().filter((block) => SMALL.isOne(block, data));
  const [first, second] = [small[0]!, small[1]!];
  beforeEach(() => {
    folder = temporaryDirectory();
  });
  afterEach(() => folder.remove());

  it('returns the bytes of every block of the recorded folders, masterchain first', async () => {
    const folders = [...new Set(data.blocks().map(({ file, network }) => `${network}:${file.replace(/[^/]+$/, '')}`))];
    let count = 0;
    for (const name of folders) {
      const path = name.replace(/^[^:]*:/, '');
      const wanted = data.blocks().filter(({ file }) => file.replace(/[^/]+$/, '') === path);
      const source = await open(data.path(path));
      const keys = source.keys();
      expect(new Set(keys.map(blockKeyText))).toEqual(new Set(wanted.map((block) => blockKeyText(keyOf(block)))));
      expect(keys.map(({ workchain }) => workchain)).toEqual(
        keys.map(({ workchain }) => workchain).toSorted((a, b) => a - b),
      );
      for (const block of wanted) {
        expect(source.rootHashOf(keyOf(block))).toBe(block.rootHash);
        expect(sha256((await source.block(keyOf(block)))!.boc)).toBe(block.sha256);
        count += 1;
      }
    }
    expect(count).toBe(data.blocks().length);
  });

  it('keeps the copy in a package, which names its file hash, of a block that is also in a folder', async () => {
    write('a/block.boc', first.read());
    write('b/blocks.pack', packageBytes([{ name: entryName(first), data: first.read() }]));
    for (const paths of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const source = await open(...paths.map((path) => join(folder.path, path)));
      expect(source.keys().map(blockKeyText)).toEqual([blockKeyText(keyOf(first))]);
      const block = await source.block(keyOf(first));
      expect(block?.namedFileHash).toEqual(Buffer.from(first.sha256, 'hex'));
    }
  });

  it('refuses two different blocks with one key and names both files', async () => {
    write('a/block.boc', first.read());
    write('b/blocks.pack', packageBytes([{ name: entryName(first, '00'.repeat(32)), data: first.read() }]));
    await expect(open(folder.path)).rejects.toMatchObject({
      code: 'conflicting_blocks',
      fields: {
        block: blockKeyText(keyOf(first)),
        first: expect.stringContaining('block.boc'),
        second: expect.stringContaining('blocks.pack'),
      },
    });
  });

  it('refuses an entry whose name has another file hash than its bytes', async () => {
    write('blocks.pack', packageBytes([{ name: entryName(first), data: second.read() }]));
    const source = await open(folder.path);
    await expect(source.block(keyOf(first))).rejects.toMatchObject({
      code: 'wrong_entry_name',
      fields: { origin: expect.stringContaining('blocks.pack') },
    });
  });

  it('names a .boc file that is cut off or no bag of cells', async () => {
    for (const bytes of [first.read().subarray(0, -1), Buffer.from('no bag'), Buffer.alloc(0)]) {
      const path = write('broken.boc', bytes);
      await expect(open(folder.path)).rejects.toMatchObject({ code: 'bad_block_file', fields: { origin: path } });
    }
  });

  it('refuses to read from a package that became shorter', async () => {
    const bytes = packageBytes([{ name: entryName(first), data: first.read() }]);
    const path = write('blocks.pack', bytes);
    const source = await open(folder.path);
    writeFileSync(path, bytes.subarray(0, -1));
    await expect(source.block(keyOf(first))).rejects.toMatchObject({ code: 'bad_package', fields: { path } });
  });

  it('returns undefined for an absent block, and opens an empty folder', async () => {
    cpSync(data.path(first.file), join(folder.path, 'one.boc'));
    const source = await open(folder.path);
    expect(await source.block(keyOf(second))).toBeUndefined();
    expect(source.rootHashOf(keyOf(second))).toBeUndefined();
    mkdirSync(join(folder.path, 'empty'));
    expect((await open(join(folder.path, 'empty'))).keys()).toEqual([]);
  });

  it('follows links to files, and names a broken link', async () => {
    symlinkSync(data.path(first.file), join(folder.path, 'link.boc'));
    expect((await open(folder.path)).summary).toMatchObject({ fileCount: 1, blockCount: 1 });
    symlinkSync(join(folder.path, 'absent'), join(folder.path, 'nowhere.boc'));
    await expect(open(folder.path)).rejects.toMatchObject({
      code: 'unreadable_path',
      message: expect.stringContaining('nowhere.boc'),
    });
  });

  it('follows links to folders, and no link twice', async () => {
    write('elsewhere/deep/block.boc', first.read());
    mkdirSync(join(folder.path, 'archive'));
    symlinkSync(join(folder.path, 'elsewhere'), join(folder.path, 'archive', 'more'));
    symlinkSync(join(folder.path, 'archive'), join(folder.path, 'archive', 'round'));
    expect((await open(join(folder.path, 'archive'))).keys().map(blockKeyText)).toEqual([blockKeyText(keyOf(first))]);
  });

  it('opens a file with any name that is given as a path, and counts other files in a folder', async () => {
    const boc = write('block', first.read());
    const pack = write('package.000', packageBytes([{ name: entryName(second), data: second.read() }]));
    const text = write('notes.txt', Buffer.from('no block'));
    expect((await open(boc, pack)).summary).toMatchObject({ blockCount: 2 });
    await expect(open(text)).rejects.toMatchObject({ code: 'bad_block_file', fields: { origin: text } });
    write('UPPER.BOC', first.read());
    expect((await open(folder.path)).summary).toMatchObject({ blockCount: 1, ignoredCount: 3 });
  });

  it('accepts two copies with the same bytes, and names both files when only their cells are the same', async () => {
    const bytes = Buffer.from(first.read());
    const names = [write('a.boc', bytes), write('b.boc', bytes)];
    expect((await open(folder.path)).summary).toMatchObject({ fileCount: 2, blockCount: 1 });
    // The same bag of cells without its checksum.
    const shorter = Buffer.from(bytes.subarray(0, -4));
    expect(bytes[4]! & 0x40).toBe(0x40);
    shorter[4]! &= ~0x40;
    write('b.boc', shorter);
    await expect(open(folder.path)).rejects.toMatchObject({
      code: 'conflicting_blocks',
      fields: { block: blockKeyText(keyOf(first)), first: names[0], second: names[1] },
    });
  });

  it('names a path that does not exist', async () => {
    await expect(open(join(folder.path, 'absent'))).rejects.toMatchObject({ code: 'unreadable_path' });
  });
});

const PACKAGES: FileNeed = {
  what: 'packages in blocks/archive-packs',
  folder: 'blocks/archive-packs',
  isFile: (name) => name.endsWith('.pack'),
};

describeRecorded('openArchive over recorded packages', [PACKAGES], (data) => {
  const packages = readdirSync(data.path('blocks', 'archive-packs')).filter(PACKAGES.isFile);

  it.each(packages)('has of every block the file hash that its entry names: %s', async (name) => {
    const source = await open(data.path('blocks', 'archive-packs', name));
    expect(source.summary.blockCount).toBeGreaterThan(0);
    for (const key of source.keys()) {
      const block = await source.block(key);
      expect(sha256(block!.boc)).toBe(Buffer.from(block!.namedFileHash!).toString('hex'));
    }
  });
});

describeRecorded('openArchive over recorded states', ['blocks/states/index.json'], (data) => {
  it('counts them and does not open them as blocks', async () => {
    const source = await open(data.path('blocks', 'states'));
    expect(source.summary).toMatchObject({ blockCount: 0 });
    expect(source.summary.otherCount).toBe(source.summary.fileCount);
    expect(source.summary.fileCount).toBeGreaterThan(0);
  });
});
