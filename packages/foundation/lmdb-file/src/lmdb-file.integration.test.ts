import { createHash } from 'node:crypto';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { seededNumbers, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { type Database, open } from 'lmdb';
import { checkLmdbDirectory, markLmdbDirectory } from './lmdb-directory.ts';
import { DATA_FILE, openLmdbFile } from './lmdb-file.ts';

const PAGE_BYTES = 4096;

describe('checkLmdbDirectory', () => {
  let folder: TemporaryDirectory;
  beforeEach(() => {
    folder = temporaryDirectory();
  });
  afterEach(() => folder.remove());

  const openRoot = () => open<string, string>({ path: folder.path, encoding: 'string', noSubdir: false, maxDbs: 2 });
  const keyOf = (number: number): Buffer => Buffer.from(number.toString(16).padStart(32, '0'), 'hex');
  const treeOf = (root: ReturnType<typeof openRoot>): Database<Buffer, Buffer> =>
    root.openDB<Buffer, Buffer>('tree', { encoding: 'binary', keyEncoding: 'binary' });

  /** Commits of many sizes, with values that grow, shrink and are removed; the store is reopened several times. */
  async function writeHistory(seed: number, commits: number): Promise<ReadonlyMap<string, string>> {
    const random = seededNumbers(seed);
    const expected = new Map<string, string>();
    let root = openRoot();
    let tree = treeOf(root);
    for (let commit = 0; commit < commits; commit += 1) {
      await root.transaction(() => {
        for (let change = random(300); change > 0; change -= 1) {
          const key = keyOf(random(900) * 7_919);
          const value = Buffer.alloc(random(40) === 0 ? random(60_000) : random(300), random(256));
          if (random(3) === 0) tree.removeSync(key);
          else tree.putSync(key, value);
          if (tree.getBinary(key) === undefined) expected.delete(key.toString('hex'));
          else expected.set(key.toString('hex'), value.toString('hex'));
        }
      });
      await root.put(`entry ${random(30)}`, 'x'.repeat(random(50)));
      if (random(10) > 0) continue;
      await root.close();
      await checkLmdbDirectory(folder.path);
      root = openRoot();
      tree = treeOf(root);
    }
    await root.close();
    return expected;
  }

  it('accepts every file that LMDB wrote, and reads the same entries', async () => {
    for (const seed of [1, 2, 3]) {
      const expected = await writeHistory(seed, 60);
      await checkLmdbDirectory(folder.path);
      const file = openLmdbFile(folder.path)!;
      // One by one: the bytes of an entry are valid until the next entry is read.
      const found = Array.from(file.entries('tree'), ({ key, value }) => [key, value()].map((b) => b.toString('hex')));
      file.close();
      const sorted = [...expected].toSorted(([left], [right]) => (left < right ? -1 : 1));
      expect(hashOf(found)).toBe(hashOf(sorted));
      rmSync(join(folder.path, DATA_FILE));
    }
  });

  it('names the file and the page of damage that would end the process or bring back an older commit', async () => {
    await writeHistory(4, 40);
    const path = join(folder.path, DATA_FILE);
    const whole = readFileSync(path);
    const newest = whole.readBigUInt64LE(152) > whole.readBigUInt64LE(PAGE_BYTES + 152) ? 0 : PAGE_BYTES;
    const damages: readonly [string, (bytes: Buffer) => Buffer][] = [
      ['the file ends at byte', (bytes) => bytes.subarray(0, PAGE_BYTES * 3)],
      ['the file ends at byte 100', (bytes) => bytes.subarray(0, 100)],
      ['are not consecutive', (bytes) => flip(bytes, newest + 152, 3)],
      ['it is not a meta page', (bytes) => flip(bytes, newest + 24, 0)],
      ['there is a pointer to page', (bytes) => flip(bytes, newest + 96 + 45, 6)],
    ];
    for (const [what, damage] of damages) {
      writeFileSync(path, damage(Buffer.from(whole)));
      const expected = { code: 'lmdb_damaged', message: expect.stringContaining(what), fields: { path } };
      await expect(checkLmdbDirectory(folder.path)).rejects.toMatchObject(expected);
    }
  });

  it('reads only the branches of a large file: it finds damage that would end the process, and visits no values', async () => {
    await writeHistory(6, 60);
    const path = join(folder.path, DATA_FILE);
    const whole = readFileSync(path);
    const visited = { entries: 0, branches: 0 };
    const entries = await checkLmdbDirectory(folder.path, { visit: (tree) => void (visited.entries += tree ? 1 : 0) });
    const branches = await checkLmdbDirectory(folder.path, {
      wholeBytesMax: whole.length - 1,
      visit: (tree) => void (visited.branches += tree ? 1 : 0),
    });
    expect([entries?.reach, branches?.reach, branches?.pages]).toEqual(['entries', 'branches', entries?.pages]);
    expect(visited.entries).toBeGreaterThan(100);
    expect(visited.branches).toBe(0);
    writeFileSync(path, whole.subarray(0, 40 * PAGE_BYTES));
    await expect(checkLmdbDirectory(folder.path, { wholeBytesMax: 0 })).rejects.toMatchObject({ code: 'lmdb_damaged' });
  });

  it('tells a lost or emptied data file from a directory that never had one', async () => {
    expect(await checkLmdbDirectory(folder.path)).toBeUndefined();
    await writeHistory(5, 3);
    markLmdbDirectory(folder.path, 'a test');
    truncateSync(join(folder.path, DATA_FILE));
    await expect(checkLmdbDirectory(folder.path)).rejects.toMatchObject({ code: 'lmdb_damaged' });
    rmSync(join(folder.path, DATA_FILE));
    await expect(checkLmdbDirectory(folder.path)).rejects.toMatchObject({ code: 'lmdb_damaged' });
  });
});

/** Values are compared by hash, because a printed difference would fill a screen. */
function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function flip(bytes: Buffer, at: number, bit: number): Buffer {
  bytes[at]! ^= 1 << bit;
  return bytes;
}
