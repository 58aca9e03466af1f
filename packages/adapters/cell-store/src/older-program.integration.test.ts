import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { birthOf } from '@tonriver/lifecycle/testing';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { open } from 'lmdb';
import { openCellStore } from './open-cell-store.ts';

let folder: TemporaryDirectory;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => folder.remove());

const openRoot = () => open<string, string>({ path: folder.path, encoding: 'string', maxDbs: 3, noSubdir: false });
const openStore = () => openCellStore({ directory: folder.path });
async function writeOlderStore({ pid, born }: { readonly pid: number; readonly born: string }): Promise<void> {
  const root = openRoot();
  root.openDB('cells', { encoding: 'binary', keyEncoding: 'binary' });
  await root.openDB<Buffer, string>('records', { encoding: 'binary' }).put('network', Buffer.from('testnet'));
  await root.put('owner', `${pid} ${born}`);
  await root.close();
}
async function readHolder(): Promise<string | undefined> {
  const root = openRoot();
  const holder = root.get('owner');
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
