import type { Bench } from './bench.ts';
import { buildSource } from './built-source.ts';
import { median } from './measure.ts';
import { openPipeline } from './open-pipeline.ts';

const RUNS = 3;

/** Blocks in the log until their rows are below the watermark, on embedded parts. */
export const pipelineBench: Bench = {
  name: 'pipeline',
  summary: 'blocks in the log → rows below the watermark, embedded, a built chain over several shards',
  async run() {
    const built = buildSource('bench', { seed: 'pipeline', rounds: 300, transactionsPerRound: 120, shardsMax: 4 });
    const seconds: number[] = [];
    for (let index = 0; index < RUNS; index += 1) {
      const pipeline = await openPipeline(built.network);
      await pipeline.publish(built.source);
      const start = performance.now();
      pipeline.run();
      await pipeline.untilWatermark(built.rounds);
      seconds.push((performance.now() - start) / 1000);
      await pipeline.close();
    }
    const middle = median(seconds);
    return {
      transactions_per_second: built.transactionCount / middle,
      rounds_per_second: built.rounds / middle,
      seconds: middle,
    };
  },
};
