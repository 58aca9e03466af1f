import type { ListedBlockSource } from '@tonriver/chain-source';
import { loadCommandEnvironment } from '@tonriver/config';
import type { Bench } from './bench.ts';
import { buildSource } from './built-source.ts';
import { benchEnvironment } from './config.ts';
import { openPipeline } from './open-pipeline.ts';

const { TONRIVER_BENCH_TRANSACTIONS: TRANSACTIONS } = loadCommandEnvironment(benchEnvironment, process.env);
/** Transactions that the builder is asked for, and the fewest it makes: some are skipped or not delivered yet. */
const PER_ROUND = 400;
const MADE_PER_ROUND = 320;

/** Bytes on disk per transaction after merges, messages and bodies included; the log's bytes beside it. */
export const storageBench: Bench = {
  name: 'storage',
  summary: `bytes on disk per transaction after merges, ${TRANSACTIONS.toLocaleString('en')} built ones with distinct bodies`,
  async run() {
    const rounds = Math.ceil(TRANSACTIONS / MADE_PER_ROUND);
    const options = { seed: 'storage', rounds, transactionsPerRound: PER_ROUND, accounts: 20_000, shardsMax: 8 };
    const built = buildSource('bench', { ...options, distinctBodies: true });
    if (built.transactionCount < TRANSACTIONS) {
      throw new Error(`Only ${built.transactionCount} transactions were built, ${TRANSACTIONS} are wanted`);
    }
    const pipeline = await openPipeline(built.network);
    pipeline.run();
    await pipeline.publish(built.source);
    await pipeline.untilWatermark(built.rounds);
    const { store } = pipeline;
    const tables = await store.query<{ readonly name: string }>(
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
    );
    for (const { name } of tables) await store.command(`OPTIMIZE TABLE ${name} FINAL`);
    const parts = await store.query<{ readonly table: string; readonly bytes: string }>(
      'SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table',
    );
    await pipeline.close();
    const bytes = parts.reduce((total, part) => total + Number(part.bytes), 0);
    const perTable = parts
      .toSorted((left, right) => Number(right.bytes) - Number(left.bytes))
      .map((part) => [`bytes_per_transaction_${part.table}`, Number(part.bytes) / built.transactionCount]);
    return {
      bytes_per_transaction: bytes / built.transactionCount,
      log_bytes_per_transaction: (await logBytesOf(built.source)) / built.transactionCount,
      transactions: built.transactionCount,
      ...Object.fromEntries(perTable),
    };
  },
};

/** Returns the bytes of a chain's blocks in the log; keys and headers take about 200 more bytes each. */
async function logBytesOf(source: ListedBlockSource): Promise<number> {
  let bytes = 0;
  for (const key of source.keys()) bytes += (await source.block(key))?.boc.length ?? 0;
  return bytes;
}
