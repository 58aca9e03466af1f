// Opens damaged cell stores, one after the other, and answers with their contents.
import { answerDirectories } from '@tonriver/testing';
import { digestContents } from './damaged-store.test-support.ts';
import { openCellStore } from './open-cell-store.ts';

await answerDirectories(async (directory) => {
  const store = await openCellStore({ directory });
  const digest = digestContents(store);
  await store.close();
  return digest;
});
