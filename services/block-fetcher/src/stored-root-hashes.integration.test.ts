import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { blockKeyText } from '@tonriver/chain-source';
import { addBlockRows, createBlockTables, tablesInWriteOrder } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import {
  describeRecorded,
  genesisFolder,
  type GenesisFolder,
  type TemporaryDirectory,
  temporaryDirectory,
} from '@tonriver/testing';
import { checkConflicts } from './check-conflicts.ts';
import { storedRootHashesIn } from './service.ts';

describeRecorded('storedRootHashesIn', ['blocks/mainnet-2019-11-genesis'], (data) => {
  let folder: TemporaryDirectory;
  let genesis: GenesisFolder;
  let store: ClickHouseStore;
  const stored = data
    .blocks()
    .filter(({ file }) => file.startsWith('blocks/mainnet-2019-11-genesis/'))
    .slice(-40);
  beforeAll(async () => {
    folder = temporaryDirectory();
    genesis = genesisFolder(data);
    store = await openEmbeddedClickHouse({ path: join(folder.path, 'clickhouse'), database: 'ton_test' });
    await migrate(store);
    const tables = createBlockTables();
    for (const block of stored) {
      const bag = Bag.parse(block.read());
      const rootHash = Buffer.from(block.rootHash, 'hex');
      const place = { fileHash: null, round: null, rowVersion: 2 };
      addBlockRows(tables, { bag, block: loadBlock(bag), rootHash, ...place }, () => undefined);
    }
    for (const { table, rows } of tablesInWriteOrder(tables)) await store.insertRows(table, rows);
  });
  afterAll(async () => {
    await store?.close();
    genesis?.remove();
    folder?.remove();
  });

  it('returns the root hash of every stored block, in every shard, and of no other block', async () => {
    const source = await genesis.open();
    const found = await storedRootHashesIn(store)(source.keys());
    const wanted = stored.map(
      ({ workchain, shard, seqno, rootHash }) =>
        [blockKeyText({ workchain, shard: BigInt(`0x${shard}`), seqno }), rootHash] as const,
    );
    expect(found).toEqual(new Map(wanted));
    expect(new Set(stored.map(({ shard }) => shard)).size).toBeGreaterThan(1);
    expect(await storedRootHashesIn(store)([])).toEqual(new Map());
  });

  it('finds no conflict with a source of the stored chain', async () => {
    await expect(checkConflicts(await genesis.open(), storedRootHashesIn(store))).resolves.toBeUndefined();
  });

  it('finds a block of another chain with the key of a stored block', async () => {
    const source = await genesis.open();
    const [{ workchain, shard, seqno }] = [stored[0]!];
    const key = { workchain, shard: BigInt(`0x${shard}`), seqno };
    const other = 'ab'.repeat(32);
    const lying = {
      ...source,
      rootHashOf: (asked: typeof key) => (blockKeyText(asked) === blockKeyText(key) ? other : source.rootHashOf(asked)),
    };
    await expect(checkConflicts(lying, storedRootHashesIn(store))).rejects.toMatchObject({
      code: 'conflicting_blocks',
      fields: { block: blockKeyText(key), stored: stored[0]!.rootHash, found: other },
    });
  });
});
