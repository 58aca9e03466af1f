import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import { describeDevnetStore } from './devnet-store-contract.test-support.ts';
import { openDevnetStore } from './open-devnet-store.ts';
import { openMemoryDevnetStore } from './memory-devnet-store.test-support.ts';

describeDevnetStore('on a disk', () => {
  const directory = temporaryDirectory();
  return { open: () => openDevnetStore({ directory: directory.path }), remove: () => directory.remove() };
});

describeDevnetStore('in memory', () => {
  const values = new Map<string, Uint8Array>();
  return { open: async () => openMemoryDevnetStore(values), remove: () => values.clear() };
});

it('a directory that another store has is refused', async () => {
  const directory = temporaryDirectory();
  const store = await openDevnetStore({ directory: directory.path });
  await expect(openDevnetStore({ directory: directory.path })).rejects.toMatchObject({ code: 'directory_held' });
  await store.close();
  await (await openDevnetStore({ directory: directory.path })).close();
  directory.remove();
});

it('a store with a changed value is refused when it is opened', async () => {
  const directory = temporaryDirectory();
  const store = await openDevnetStore({ directory: directory.path });
  const boc = new Uint8Array(2_000).fill(0xab);
  const position = {
    hash: '11'.repeat(32),
    normalisedHash: '22'.repeat(32),
    account: '0:00',
    acceptedAt: 1,
    position: 0,
  };
  await store.accept([{ ...position, boc }]);
  await store.close();
  const file = join(directory.path, 'data.mdb');
  const content = readFileSync(file);
  const at = content.lastIndexOf(Buffer.from(boc.subarray(0, 1_000)));
  expect(at).toBeGreaterThan(0);
  content[at + 500] = 0xcd;
  writeFileSync(file, content);
  await expect(openDevnetStore({ directory: directory.path })).rejects.toMatchObject({ code: 'store_corrupt' });
  directory.remove();
});
