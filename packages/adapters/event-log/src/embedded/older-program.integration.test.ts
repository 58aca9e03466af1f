import { describeOlderProgram } from '@tonriver/lmdb-file/testing';
import { silentLogger } from '@tonriver/logger';
import { open } from 'lmdb';
import { openEmbeddedEventLog } from '../index.ts';

const openRoot = (path: string) => open<unknown, string[]>({ path, encoding: 'json', maxDbs: 2, noSubdir: false });

describeOlderProgram({
  name: 'an embedded log',
  async writeStore(directory, holder) {
    const root = openRoot(directory);
    root.openDB('records', { encoding: 'binary', keyEncoding: 'binary' });
    const specification = { name: 't', partitions: 1, recordBytesMax: 1000 };
    await root.put(['topic', 't'], { id: 1, specification });
    await root.put(['owner'], holder);
    await root.close();
  },
  open: (directory) => openEmbeddedEventLog({ directory, logger: silentLogger }),
  async readHolder(directory) {
    const root = openRoot(directory);
    const holder = root.get(['owner']);
    await root.close();
    return holder;
  },
});
