import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate } from '@tonriver/clickhouse';
import { temporaryDirectory } from '@tonriver/testing';
import { loadEntryCorpus } from './entry-corpus.ts';
import { farApartBlocks, farApartGlobalId, farLt } from './far-apart-blocks.ts';
import { openParserEntry, type ParserEntry } from './parser-entry.ts';
import { makeRecordCase } from './record-case.ts';

describe('a parser that writes to the real engine is not stopped by hostile records', () => {
  const folder = temporaryDirectory();
  const blockAt = farApartBlocks();
  /** More than the engine accepts in one insert if each goes into a separate partition. */
  const blockCount = 1_010;
  let store: ClickHouseStore;
  beforeAll(async () => {
    store = await openEmbeddedClickHouse({ path: join(folder.path, 'clickhouse'), database: 'ton_test' });
    await migrate(store);
  }, 60_000);
  afterAll(async () => {
    await store.close();
    folder.remove();
  });

  it('a block with too long a span of logical time becomes a dead letter', async () => {
    const lts = Array.from({ length: blockCount }, (_, index) => BigInt(index + 1) * farLt);
    const long = blockAt(lts, { start: farLt, end: lts.at(-1)! });
    const short = blockAt(lts, { start: farLt, end: farLt + 1_000n });
    const parser = await openParserEntry(farApartGlobalId, store);

    const asOneBlock = await parser.deliver(long);
    const outsideOfIts = await parser.deliver(short);
    await parser.close();

    expect(asOneBlock).toEqual({ kind: 'letter', code: 'bad_value' });
    expect(outsideOfIts).toEqual({ kind: 'letter', code: 'bad_value' });
  }, 60_000);

  it('many blocks with distant logical times are written, into as many partitions as the engine accepts', async () => {
    const records = Array.from({ length: blockCount }, (_, index) => {
      const start = BigInt(index + 1) * farLt;
      return blockAt([start + 1n], { start, end: start + 3n });
    });
    // Like a slow server: while it writes the rows of the first block, the parser reads as many others as it can.
    const firstInsert = new EventEmitter();
    let [isFirst, delivered] = [true, 0];
    const slow: ClickHouseStore = {
      ...store,
      async insertRows(table, rows) {
        if (isFirst) {
          isFirst = false;
          firstInsert.emit('begun');
          for (let before = 0; before < delivered; await sleep(500)) before = delivered;
        }
        await store.insertRows(table, rows);
      },
    };
    const parser = await openParserEntry(farApartGlobalId, slow);
    const begun = once(firstInsert, 'begun');
    for (const record of records) {
      expect(await parser.deliver(record)).toEqual({ kind: 'rows' });
      delivered += 1;
      if (delivered === 1) await begun;
    }
    await parser.close();

    const [counted] = await store.query<{ lts: string; partitions: string }>(
      `SELECT toString(uniqExact(intDiv(lt, 1000000000000))) AS lts,
         toString(uniqExact(_partition_id)) AS partitions FROM transactions`,
    );
    expect(Number(counted?.lts)).toBeGreaterThanOrEqual(blockCount);
    expect(Number(counted?.partitions)).toBeLessThanOrEqual(1000);
  }, 120_000);

  it('mutated blocks under true and false headers end as rows that the engine accepts, or as dead letters', async () => {
    const corpus = loadEntryCorpus();
    const parsers = new Map<number, ParserEntry>();
    const endings = { rows: 0, letter: 0 };
    for (let number = 0; number < 1_500; number++) {
      const record = makeRecordCase(corpus, 'real engine', number);
      const { globalId } = record.seed.block;
      const parser = parsers.get(globalId) ?? (await openParserEntry(globalId, store));
      parsers.set(globalId, parser);
      endings[(await parser.deliver(record)).kind] += 1;
    }
    for (const parser of parsers.values()) await parser.close();

    expect(endings.rows).toBeGreaterThan(100);
    expect(endings.letter).toBeGreaterThan(100);
  }, 240_000);
});
