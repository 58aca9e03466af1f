import { expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import { describeCellStore } from './cell-store-contract.test-support.ts';
import { openCellStore } from './open-cell-store.ts';

describeCellStore('on a disk', () => {
  const folder = temporaryDirectory();
  return { open: () => openCellStore({ directory: folder.path }), remove: () => folder.remove() };
});

it('refuses a second owner of its directory', async () => {
  const folder = temporaryDirectory();
  const store = await openCellStore({ directory: folder.path });
  await expect(openCellStore({ directory: folder.path })).rejects.toMatchObject({ code: 'directory_held' });
  await store.close();
  folder.remove();
});
