import { join } from 'node:path';
import { publishRounds } from '@tonriver/block-fetcher/testing';
import { addBlockRows, createBlockTables, rowVersionOf, tablesInWriteOrder } from '@tonriver/block-rows';
import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { openEmbeddedClickHouse } from '@tonriver/chdb';
import { type ClickHouseStore, migrate, recordDeployment } from '@tonriver/clickhouse';
import { openEmbeddedEventLog } from '@tonriver/event-log';
import { topicsOf } from '@tonriver/events';
import { silentLogger as logger } from '@tonriver/logger';
import { createParser, PARSER_VERSION } from '@tonriver/parser/service';
import { createRowBatch, watermarksTable } from '@tonriver/row-schema';
import { createMetrics } from '@tonriver/telemetry';
import { type builtSource, eventually } from '@tonriver/testing';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';

/**
 * Indexes the first rounds of a built chain with the real parser and trace assembler. Shard blocks of `partial` further
 * rounds are stored without a round.
 */
export async function indexRounds(
  directory: string,
  chain: ReturnType<typeof builtSource>,
  { rounds, partial }: { readonly rounds: number; readonly partial: number },
): Promise<ClickHouseStore> {
  const { network } = chain;
  const store = await openEmbeddedClickHouse({ path: join(directory, 'clickhouse'), database: 'ton_test' });
  await migrate(store);
  const { name, globalId, zeroStateRootHash, zeroStateFileHash } = network;
  await recordDeployment(store, { network: name, globalId, zeroStateRootHash, zeroStateFileHash }, PARSER_VERSION);
  const log = await openEmbeddedEventLog({ directory: join(directory, 'log'), logger });
  const topics = topicsOf(name, { rawPartitions: 4 });
  await log.ensureTopics(Object.values(topics));
  const producer = await log.producer();
  const shared = { store, log, producer, topics, logger, metrics: createMetrics() };
  const stop = new AbortController();
  const assembler = await createTraceAssembler(shared);
  const parser = await createParser({ ...shared, network });
  const loops = [parser.run(stop.signal), assembler.run(stop.signal)];
  try {
    const source = createMemorySource(chain.rounds.slice(0, rounds).flat());
    await publishRounds({ source, network, log, producer, topics, allowPartialRounds: false, signal: stop.signal });
    const isDone = async (): Promise<boolean> => {
      const [found] = await store.query<{ readonly last: string }>('SELECT max(last_seqno) AS last FROM watermarks');
      return Number(found?.last) >= rounds;
    };
    await eventually(isDone, { timeoutMs: 170_000, intervalMs: 100 });
  } finally {
    stop.abort();
    await Promise.all(loops);
    await log.close();
  }
  await writePartialBlocks(
    store,
    chain.rounds.slice(rounds, rounds + partial).flatMap((round) => round.slice(1)),
  );
  return store;
}

async function writePartialBlocks(store: ClickHouseStore, blocks: readonly MemoryBlock[]): Promise<void> {
  const tables = createBlockTables();
  for (const { boc } of blocks) {
    const bag = Bag.parse(boc);
    const rowVersion = rowVersionOf(PARSER_VERSION, false);
    const rootHash = bag.hash(bag.root);
    addBlockRows(tables, { bag, block: loadBlock(bag), rootHash, fileHash: null, round: null, rowVersion });
  }
  for (const { table, rows } of tablesInWriteOrder(tables)) await store.insertRows(table, rows);
}

/** Makes only rounds up to `lastSeqno` visible, or more than before. A running gateway never goes back. */
export async function moveWatermark(store: ClickHouseStore, lastSeqno: number): Promise<void> {
  await store.command('TRUNCATE TABLE watermarks');
  const batch = createRowBatch(watermarksTable);
  batch.add({ firstSeqno: 1, lastSeqno, linkedSeqno: 1 });
  await store.insertRows(watermarksTable, batch.rows());
}
