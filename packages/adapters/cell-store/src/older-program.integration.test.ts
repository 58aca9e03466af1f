import { describeOlderProgram } from '@tonriver/lmdb-file/testing';
import { open } from 'lmdb';
import { openCellStore } from './open-cell-store.ts';

const openRoot = (path: string) => open<string, string>({ path, encoding: 'string', maxDbs: 3, noSubdir: false });

describeOlderProgram({
  name: 'a cell store',
  async writeStore(directory, { pid, born }) {
    const root = openRoot(directory);
    root.openDB('cells', { encoding: 'binary', keyEncoding: 'binary' });
    await root.openDB<Buffer, string>('records', { encoding: 'binary' }).put('network', Buffer.from('testnet'));
    await root.put('owner', `${pid} ${born}`);
    await root.close();
  },
  open: (directory) => openCellStore({ directory }),
  async readHolder(directory) {
    const root = openRoot(directory);
    const holder = root.get('owner');
    await root.close();
    return holder;
  },
});
