import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { packageBytes } from './package-bytes.test-support.ts';
import { listPackageEntries } from './read-package.ts';

describe('listPackageEntries', () => {
  let folder: TemporaryDirectory;
  const write = (bytes: Uint8Array): string => {
    const path = join(folder.path, 'some.pack');
    writeFileSync(path, bytes);
    return path;
  };
  const whole = packageBytes([
    { name: 'first', data: Buffer.from('abc') },
    { name: 'empty', data: Buffer.alloc(0) },
    { name: 'last', data: Buffer.from('defg') },
  ]);
  beforeEach(() => {
    folder = temporaryDirectory();
  });
  afterEach(() => folder.remove());

  it('lists every entry with the place of its data', async () => {
    const entries = await listPackageEntries(write(whole));

    expect(entries.map(({ name }) => name)).toEqual(['first', 'empty', 'last']);
    expect(entries.map(({ offset, length }) => whole.toString('utf8', offset, offset + length))).toEqual([
      'abc',
      '',
      'defg',
    ]);
  });

  it('lists no entries of an empty package', async () => {
    expect(await listPackageEntries(write(packageBytes([])))).toEqual([]);
  });

  it('refuses a package that is cut off, except between two entries', async () => {
    const ends = [4, 4 + 8 + 5 + 3, 4 + 8 + 5 + 3 + 8 + 5];
    for (let length = 0; length < whole.length; length += 1) {
      const reading = listPackageEntries(write(whole.subarray(0, length)));
      if (ends.includes(length)) expect((await reading).length).toBe(ends.indexOf(length));
      else await expect(reading).rejects.toMatchObject({ code: 'bad_package', fields: { path: expect.any(String) } });
    }
  });

  it('refuses a wrong magic of the package or an entry, and names the offset', async () => {
    const otherPackage = Buffer.from(whole);
    otherPackage[0] = 0;
    await expect(listPackageEntries(write(otherPackage))).rejects.toMatchObject({
      code: 'bad_package',
      fields: { offset: 0 },
    });
    const otherEntry = Buffer.from(whole);
    otherEntry[20] = 0;
    await expect(listPackageEntries(write(otherEntry))).rejects.toMatchObject({
      code: 'bad_package',
      fields: { offset: 20 },
    });
  });

  it('refuses a length beyond the end of the file without allocating it', async () => {
    const lying = Buffer.from(whole);
    lying.writeUInt32LE(0xffffffff, 8);
    await expect(listPackageEntries(write(lying))).rejects.toMatchObject({ code: 'bad_package' });
  });

  it('names a path that cannot be read', async () => {
    await expect(listPackageEntries(join(folder.path, 'absent.pack'))).rejects.toMatchObject({
      code: 'unreadable_path',
      message: expect.stringContaining('absent.pack'),
    });
  });
});
