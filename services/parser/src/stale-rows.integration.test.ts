import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBlockTables } from '@tonriver/block-rows';
import { generateWorkload } from '@tonriver/chain-workload';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, emptyTestDatabase, migrate } from '@tonriver/clickhouse';
import { topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { allTables, type TableDefinition } from '@tonriver/row-schema';
import { temporaryDirectory } from '@tonriver/testing';
import { createPendingBlocks, writePendingBlocks } from './pending-blocks.ts';
import { PARSER_VERSION } from './parser-version.ts';
import { addRowsOfRecord } from './steps/rows-of-record.ts';
import { recordsOfWorkload } from './testing/records-of-workload.test-support.ts';

const workload = generateWorkload({ seed: 'stale rows', rounds: 5, accounts: 8, transactionsPerRound: 6 });
const records = recordsOfWorkload(workload);
const ofRecord = {
  network: { name: 'built', globalId: workload.options.network.globalId },
  parsedRounds: topicsOf('built', { rawPartitions: 1 }).parsedRounds,
};

const folder = temporaryDirectory();
let store: ClickHouseStore;
beforeAll(async () => {
  store = await openEmbeddedClickHouse({ path: folder.path, database: 'ton_test' });
  await migrate(store);
}, 60_000);
afterAll(async () => {
  await store?.close();
  folder.remove();
});

async function write(
  over: ClickHouseStore,
  options: { readonly deletesStaleRows: boolean; readonly parserVersion?: number },
): Promise<void> {
  const { parserVersion } = options;
  const pending = createPendingBlocks(createBlockTables());
  for (const record of records) {
    const added = addRowsOfRecord(pending.tables, record, { ...ofRecord, parserVersion });
    if (added.kind === 'reject') throw new Error(added.cause);
    pending.taken.push({ record, rows: added.value });
  }
  await writePendingBlocks(pending, { ...ofRecord, parserVersion }, { store: over, logger: silentLogger }, options);
}

const keyOf = ({ orderBy }: TableDefinition): string => orderBy.join(', ');

/** The number of rows of every table, and a hash over their keys: another version of a row changes neither. */
async function contents(): Promise<Readonly<Record<string, string>>> {
  const found: [string, string][] = [];
  for (const table of allTables) {
    const [row] = await store.query<{ readonly text: string }>(
      `SELECT concat(toString(count()), ' ', hex(groupBitXor(cityHash64(${keyOf(table)})))) AS text FROM ${table.name} FINAL`,
    );
    found.push([table.name, row?.text ?? '']);
  }
  return Object.fromEntries(found);
}

/** Writes the rows of a parser that makes more rows of these blocks: beside every row another one under a new key. */
async function addRowsUnderOtherKeys(version: string): Promise<void> {
  const otherAccount = "toFixedString(concat(substring(hex(account), 1, 31), 'x'), 32) AS account";
  const others: Readonly<Record<string, string>> = {
    transactions: `${otherAccount}, toFixedString(concat(reverse(substring(hash, 1, 8)), substring(hash, 9)), 32) AS hash`,
    block_transactions: otherAccount,
    transaction_places: 'byteSwap(hash_prefix) AS hash_prefix',
    messages: 'position + 500 AS position',
    message_places: 'position + 500 AS position',
    body_hashes: 'position + 500 AS position',
    opcodes: 'position + 500 AS position',
    account_states: otherAccount,
    masterchain_shards: 'shard + 2 AS shard',
  };
  for (const [table, change] of Object.entries(others)) {
    await store.command(
      `INSERT INTO ${table} SELECT * REPLACE (${change}, ${version} AS row_version)
       FROM (SELECT * FROM ${table} FINAL WHERE row_version > 0)`,
    );
  }
  const ofPart = version.replace('row_version', 'version');
  await store.command(
    `INSERT INTO transaction_parts SELECT * REPLACE (part + 1 AS part, ${ofPart} AS version)
     FROM (SELECT * FROM transaction_parts FINAL WHERE kind = 'cells')`,
  );
  // A masterchain block has a configuration only when it is a key block.
  await store.command(
    `INSERT INTO configs SELECT * REPLACE (mc_block_seqno + 1 AS mc_block_seqno, ${version} AS row_version)
     FROM (SELECT * FROM configs FINAL WHERE mc_block_seqno = 1)`,
  );
}

describe('rows that a parser does not make', () => {
  let whole: Readonly<Record<string, string>>;
  beforeAll(async () => {
    await emptyTestDatabase(store);
    await write(store, { deletesStaleRows: false });
    whole = await contents();
    for (const table of ['transactions', 'messages', 'opcodes', 'account_states', 'masterchain_shards']) {
      expect(whole[table]).not.toMatch(/^0 /);
    }
  }, 60_000);

  it('are deleted when it writes over rows of an older one, and no others are', async () => {
    await addRowsUnderOtherKeys('row_version - 2');
    const before = await contents();
    expect(Object.keys(whole).filter((table) => before[table] !== whole[table]).length).toBeGreaterThan(9);

    await write(store, { deletesStaleRows: true });
    expect(await contents()).toEqual(whole);
  }, 120_000);

  it('are deleted when it writes over rows of a newer one that was rolled back', async () => {
    await addRowsUnderOtherKeys('row_version + 2');
    await store.command(
      'INSERT INTO block_digests SELECT * REPLACE (row_version + 2 AS row_version) FROM block_digests FINAL',
    );

    await write(store, { deletesStaleRows: false });
    expect(await contents()).toEqual(whole);
  }, 120_000);

  it('are deleted when it reads a block that an older one wrote and did not announce', async () => {
    await emptyTestDatabase(store);
    await write(store, { deletesStaleRows: false, parserVersion: PARSER_VERSION - 1 });
    await addRowsUnderOtherKeys('row_version');

    await write(store, { deletesStaleRows: false });

    expect(await contents()).toEqual(whole);
  }, 120_000);

  it.each([1, 3, 6, 9, 14, 18, 22])(
    'vanish when it is killed after %i statements and does it again',
    async (statements) => {
      await addRowsUnderOtherKeys('row_version - 2');
      let left = statements;
      const countDown = (): void => {
        if (left === 0) throw new Error('killed');
        left -= 1;
      };
      const dying: ClickHouseStore = {
        ...store,
        command: (...args) => (countDown(), store.command(...args)),
        insertRows: (...args) => (countDown(), store.insertRows(...args)),
      };
      await expect(write(dying, { deletesStaleRows: true })).rejects.toThrow('killed');

      await write(store, { deletesStaleRows: true });

      expect(await contents()).toEqual(whole);
    },
    120_000,
  );
});
