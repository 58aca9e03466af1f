import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseRowVersion, rowVersionOf } from '@tonriver/block-rows';
import { generateWorkload } from '@tonriver/chain-workload';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, digestKey, emptyTestDatabase, migrate, readDigests } from '@tonriver/clickhouse';
import { decodeParsedBlock, type ParsedBlock, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { digestLayoutOf } from '@tonriver/row-schema';
import { temporaryDirectory } from '@tonriver/testing';
import { findTurns, turnKey } from './find-turns.ts';
import { createParserStep } from './parser-step.ts';
import { PARSER_VERSION } from './parser-version.ts';
import { recordsOfWorkload } from './testing/records-of-workload.test-support.ts';

const workload = generateWorkload({ seed: 'roll back', rounds: 4, accounts: 8, transactionsPerRound: 6 });
const topics = topicsOf('built', { rawPartitions: 1 });
const records = recordsOfWorkload(workload);

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

/** Parses all blocks over a store, and returns their announcements. */
async function parse(over: ClickHouseStore): Promise<readonly ParsedBlock[]> {
  const announced: ParsedBlock[] = [];
  const step = createParserStep({
    network: { name: 'built', globalId: workload.options.network.globalId },
    store: over,
    producer: {
      send: async (_topic, sent) => void announced.push(...sent.map(decodeParsedBlock)),
      close: async () => undefined,
    },
    parsedRounds: topics.parsedRounds,
    logger: silentLogger,
    onParsed: () => undefined,
  });
  const hold = { isCurrent: () => true };
  records.forEach((record, index) => {
    const taken = step.take({ ...record, partition: 0, offset: BigInt(index) }, hold);
    if (taken.kind === 'reject') throw new Error(taken.cause);
  });
  await step.save([{ partition: 0, offset: BigInt(records.length) }]);
  return announced;
}

/** Returns the blocks whose stored rows differ from their announcements: those stop the watermark. */
async function notAsAnnounced(announced: readonly ParsedBlock[]): Promise<readonly string[]> {
  const stored = await readDigests(
    store,
    { rounds: announced.map(({ round }) => round), ltFrom: 0n, ltTo: 2n ** 64n - 1n },
    digestLayoutOf(announced[0]!.schemaVersion),
  );
  return announced.flatMap((block) => {
    const key = digestKey({ ...block, shard: BigInt.asIntN(64, BigInt(`0x${block.shard}`)) });
    const tables = stored.get(key)?.tables;
    const isSame = Object.entries(block.digests).every(([table, { rows, digest }]) => {
      const found = tables?.[table as keyof typeof tables];
      return found?.rows === rows && Buffer.from(found.digest).toString('base64') === digest;
    });
    return isSame ? [] : [key];
  });
}

/** Writes what a killed parser of the next version leaves: digests, and rows of some tables only. */
async function writeHalfByNewerParser(where = '1'): Promise<void> {
  for (const [table, some] of [
    ['block_digests', '1'],
    ['transactions', 'cityHash64(account) % 2 = 0'],
    ['messages', 'cityHash64(account) % 3 = 0'],
  ] as const) {
    await store.command(
      `INSERT INTO ${table} SELECT * REPLACE (row_version + 2 AS row_version) FROM ${table} FINAL
       WHERE ${some} AND ${table === 'block_digests' ? where : '1'}`,
    );
  }
}

const versionsOf = (announced: readonly ParsedBlock[]) =>
  announced.map(({ rowVersion }) => parseRowVersion(rowVersion));

describe('a parser that takes over after a newer one was rolled back', () => {
  beforeAll(() => emptyTestDatabase(store));

  it('writes in turn 0, and again in turn 0', async () => {
    const first = await parse(store);
    expect(versionsOf(first)).toEqual(
      first.map(() => ({ isRoundKnown: true, turn: 0, parserVersion: PARSER_VERSION })),
    );
    expect(await notAsAnnounced(first)).toEqual([]);
    expect(await parse(store)).toEqual(first);
  }, 60_000);

  it('outranks rows that the newer one never announced, and every block is as announced again', async () => {
    await writeHalfByNewerParser();
    const before = await parse({ ...store, select: async () => [] as never });
    expect((await notAsAnnounced(before)).length).toBeGreaterThan(0);

    const announced = await parse(store);

    expect(versionsOf(announced)).toEqual(
      announced.map(() => ({ isRoundKnown: true, turn: 1, parserVersion: PARSER_VERSION })),
    );
    expect(await notAsAnnounced(announced)).toEqual([]);
    expect(await parse(store)).toEqual(announced);
  }, 60_000);
});

it('a parser whose blocks a newer one begins to write at the same moment writes them once more', async () => {
  await emptyTestDatabase(store);
  let isDone = false;
  const contested: ClickHouseStore = {
    ...store,
    async insertRows(table, rows) {
      await store.insertRows(table, rows);
      if (table.name !== 'blocks' || isDone) return;
      isDone = true;
      await writeHalfByNewerParser('workchain = 0');
    },
  };

  const announced = await parse(contested);

  expect(new Set(versionsOf(announced).map(({ turn }) => turn))).toEqual(new Set([0, 1]));
  const ofShards = announced.filter(({ workchain }) => workchain === 0);
  expect(new Set(versionsOf(ofShards).map(({ turn }) => turn))).toEqual(new Set([1]));
  expect(await notAsAnnounced(ofShards)).toEqual([]);
}, 60_000);

it('a partial copy of a block in the same batch does not hide that a newer parser wrote the block in its round', async () => {
  await emptyTestDatabase(store);
  await parse(store);
  await writeHalfByNewerParser();
  const [stored] = await store.query<{ seqno: number; shard: string }>(
    'SELECT seqno, toString(shard) AS shard FROM block_digests WHERE workchain = 0 LIMIT 1',
  );
  const block = { workchain: 0, shard: BigInt(stored!.shard), seqno: stored!.seqno };
  const inRound = { ...block, rowVersion: rowVersionOf(PARSER_VERSION, true) };
  const partial = { ...block, rowVersion: rowVersionOf(PARSER_VERSION, false) };

  for (const batch of [
    [inRound, partial],
    [partial, inRound],
  ]) {
    const { turns } = await findTurns(store, batch);
    expect([...turns]).toEqual([[turnKey(block, parseRowVersion(inRound.rowVersion)), 1]]);
  }
}, 60_000);

it('a parser that a newer one outranks again and again announces nothing, and ends with a retryable error', async () => {
  await emptyTestDatabase(store);
  await parse(store);
  const contested: ClickHouseStore = {
    ...store,
    async insertRows(table, rows) {
      await store.insertRows(table, rows);
      if (table.name === 'blocks') await writeHalfByNewerParser();
    },
  };

  await expect(parse(contested)).rejects.toMatchObject({ code: 'outranked', isRetryable: true });
}, 60_000);
