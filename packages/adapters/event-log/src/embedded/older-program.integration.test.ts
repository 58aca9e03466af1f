import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { birthOf } from '@tonriver/lifecycle';
import { silentLogger } from '@tonriver/logger';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { open } from 'lmdb';
import { openEmbeddedEventLog } from '../index.ts';

let folder: TemporaryDirectory;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => folder.remove());

const openRoot = () => open<unknown, string[]>({ path: folder.path, encoding: 'json', maxDbs: 2, noSubdir: false });
const openStore = () => openEmbeddedEventLog({ directory: folder.path, logger: silentLogger });
async function writeOlderStore(holder: { readonly pid: number; readonly born: string }): Promise<void> {
  const root = openRoot();
  root.openDB('records', { encoding: 'binary', keyEncoding: 'binary' });
  const specification = { name: 't', partitions: 1, recordBytesMax: 1000 };
  await root.put(['topic', 't'], { id: 1, specification });
  await root.put(['owner'], holder);
  await root.close();
}
async function readHolder(): Promise<unknown> {
  const root = openRoot();
  const holder = root.get(['owner']);
  await root.close();
  return holder;
}

it('is not opened while a process of an older program has it, which wrote down only its pid and birth', async () => {
  await writeOlderStore({ pid: process.pid, born: birthOf(process.pid) });
  await expect(openStore()).rejects.toMatchObject({ code: 'directory_held', fields: { pid: process.pid } });
});

it('is opened when that process is gone, also when another has its pid, and the entry is removed', async () => {
  await writeOlderStore({ pid: process.pid, born: 'another boot:1' });
  await (await openStore()).close();
  expect(await readHolder()).toBeUndefined();
});
