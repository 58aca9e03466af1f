import { appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { masterchainKey, type SourceBlock, type SourceHead } from '@tonriver/chain-source';
import { alteredBlock, builtSource, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { fileNameOf, packageOf, writeBlockFile } from '../testing/block-files.test-support.ts';
import { followArchive } from './follow-archive.ts';
import type { Archive } from './open-archive.ts';

const UNFINISHED_MS_MAX = 300;

describe('followArchive', () => {
  const chain = builtSource({ seed: 'follow-archive', rounds: 5 });
  const masterchainOf = (seqno: number): SourceBlock => chain.rounds[seqno - 1]![0]!;
  let folder: TemporaryDirectory;
  let opened: Archive | undefined;
  beforeEach(() => {
    folder = temporaryDirectory();
  });
  afterEach(async () => {
    await opened?.close();
    folder.remove();
  });
  const open = async (unfinishedMsMax = UNFINISHED_MS_MAX): Promise<Archive> => {
    opened = await followArchive({ paths: [folder.path], logger: silentLogger, pollMs: 10, unfinishedMsMax });
    return opened;
  };
  /** Returns the changed head, or the same one after a while. */
  const news = (source: Archive, seen: SourceHead, ms = 150) => source.waitForChange(seen, AbortSignal.timeout(ms));

  it('returns the complete entries of a package at once, and never an incomplete one', async () => {
    const bytes = packageOf([1, 2, 3].map(masterchainOf));
    const path = join(folder.path, 'archive.pack');
    const source = await open(60_000);
    let head = await source.head();
    const seen: number[] = [];
    const step = Math.ceil(bytes.length / 7);
    for (let written = 0; written < bytes.length; written += step) {
      appendFileSync(path, bytes.subarray(written, written + step));
      head = await news(source, head, 1000);
      seen.push(head.lastSeqno);
      if (head.lastSeqno > 0) {
        const { boc } = (await source.block(masterchainKey(head.lastSeqno)))!;
        expect(Buffer.compare(boc, masterchainOf(head.lastSeqno).boc)).toBe(0);
      }
    }
    if (head.lastSeqno < 3) head = await news(source, head, 5000);
    expect(head.lastSeqno).toBe(3);
    expect(new Set(seen).size).toBeGreaterThan(2);
  });

  it('waits for the rest of a .boc file, and for bytes of an entry that are not written yet', async () => {
    const source = await open(60_000);
    const { boc } = masterchainOf(1);
    const path = join(folder.path, fileNameOf(masterchainOf(1)));
    writeFileSync(path, boc.subarray(0, boc.length / 2));
    let head = await news(source, await source.head());
    expect(head.lastSeqno).toBe(0);
    appendFileSync(path, boc.subarray(boc.length / 2));
    head = await news(source, head, 5000);
    expect(head.lastSeqno).toBe(1);

    // Some writers set the length of the file first and fill it afterwards.
    const bytes = packageOf([masterchainOf(2)]);
    const unfilled = Buffer.from(bytes);
    unfilled.fill(0, bytes.length - 100);
    const long = join(folder.path, 'long.pack');
    writeFileSync(long, unfilled);
    head = await news(source, head, 5000);
    expect(await source.block(masterchainKey(2))).toBeUndefined();
    writeFileSync(long, bytes);
    expect((await source.block(masterchainKey(2)))?.boc.length).toBe(masterchainOf(2).boc.length);
  });

  it.each([
    ['a package', 'cut.pack', 'bad_package'],
    ['a file of one block', 'cut.boc', 'bad_block_file'],
  ])('takes %s for damaged when the rest does not come', async (_, name, code) => {
    const source = await open();
    const bytes = name.endsWith('.pack') ? packageOf([masterchainOf(1)]) : Buffer.from(masterchainOf(1).boc);
    writeFileSync(join(folder.path, name), bytes.subarray(0, bytes.length - 20));
    const head = await source.head();
    await expect(news(source, head, 10_000)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(name),
    });
  });

  it('refuses two different blocks with one key at once', async () => {
    writeBlockFile(folder.path, masterchainOf(1));
    const source = await open();
    writeFileSync(join(folder.path, 'other.boc'), alteredBlock(masterchainOf(1).boc));
    await expect(news(source, await source.head(), 5000)).rejects.toMatchObject({ code: 'conflicting_blocks' });
  });

  it('refuses bytes with another hash than their entry names when the file does not change any more', async () => {
    const bytes = packageOf([masterchainOf(1)]);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(join(folder.path, 'lying.pack'), bytes);
    const source = await open(1);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    await expect(source.block(masterchainKey(1))).rejects.toMatchObject({ code: 'wrong_entry_name' });
  });

  it('finds files in new folders, and a package that was moved', async () => {
    const source = await open();
    mkdirSync(join(folder.path, 'later', 'deep'), { recursive: true });
    writeFileSync(join(folder.path, 'later', 'deep', 'one.pack'), packageOf([1, 2].map(masterchainOf)));
    let head = await news(source, await source.head(), 5000);
    expect(head.lastSeqno).toBe(2);

    renameSync(join(folder.path, 'later', 'deep', 'one.pack'), join(folder.path, 'moved.pack'));
    expect(await source.block(masterchainKey(2))).toBeUndefined();
    head = await news(source, head, 5000);
    while ((await source.block(masterchainKey(2))) === undefined) head = await news(source, head, 5000);
    expect(source.originOf(masterchainKey(2))).toContain('moved.pack');
  });

  it('accepts removed files, and the same block in a second file', async () => {
    const path = writeBlockFile(folder.path, masterchainOf(1));
    copyFileSync(path, join(folder.path, 'copy.boc'));
    const source = await open();
    rmSync(path);
    writeBlockFile(folder.path, masterchainOf(2));
    const head = await news(source, await source.head(), 5000);
    expect(head.lastSeqno).toBe(2);
    expect(source.summary).toMatchObject({ fileCount: 2, blockCount: 1 });
  });
});
