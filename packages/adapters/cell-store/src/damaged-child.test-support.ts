// Opens cell stores that were damaged, one after the other, and says what is in them. Directories come as lines.
import { createInterface } from 'node:readline';
import { CellStoreError } from './cell-store-error.ts';
import { contentsOf } from './damaged-store.test-support.ts';
import { openCellStore } from './open-cell-store.ts';

for await (const directory of createInterface(process.stdin)) process.stdout.write(`${await answerOf(directory)}\n`);

async function answerOf(directory: string): Promise<string> {
  try {
    const store = await openCellStore({ directory });
    const contents = contentsOf(store);
    await store.close();
    return JSON.stringify({ contents });
  } catch (error) {
    if (!(error instanceof CellStoreError)) throw error;
    return JSON.stringify({ code: error.code, message: error.message });
  }
}
