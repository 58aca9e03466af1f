import { isDeepStrictEqual } from 'node:util';
import { type ApiGateway, createApiGateway, defaultApiGatewayConfig } from '@tonriver/api-gateway/service';
import { createMemoryCache } from '@tonriver/cache';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { createHealth, createMetrics, type Metrics } from '@tonriver/telemetry';
import { buildSource, openPipeline, type Pipeline } from '@tonriver/bench';
import { readingPaths, takeRowsOf } from './rows-at-hand.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Tables of answers, the columns that identify their rows, and the pages that are found through the table itself. A
 * lost row of such a look-up cannot be noticed in an answer; `verify` finds it.
 */
const tables: readonly (readonly [table: string, key: string, foundThrough?: RegExp])[] = [
  ['blocks', 'workchain, shard, seqno'],
  ['transactions', 'workchain, account, lt'],
  ['messages', 'workchain, account, lt, direction, position', /&account=/],
  ['cell_trees', 'hash'],
  ['state_inits', 'hash'],
  ['account_states', 'workchain, account, lt'],
  ['latest_account_states', 'workchain, account'],
  ['trace_ids', 'workchain, account, lt'],
  ['traces', 'trace_id'],
  ['rounds', 'mc_block_seqno'],
  ['round_blocks', 'mc_block_seqno, workchain, shard, seqno'],
  ['masterchain_shards', 'mc_block_seqno, workchain, shard'],
  ['block_transactions', 'workchain, shard, seqno, lt, account'],
  ['transaction_parts', 'workchain, shard, seqno, part, kind, round'],
  ['configs', 'mc_block_seqno'],
  ['message_places', 'hash_prefix, lt, workchain, shard, seqno, direction, position, is_norm', /msg_hash=/],
  ['body_hashes', 'body_hash, lt, workchain, account, direction, position', /body_hash=/],
  ['opcodes', 'opcode, lt, workchain, account, direction, position', /opcode=/],
  ['transaction_places', 'hash_prefix, lt', /&hash=/],
];

/**
 * Removes the states before transactions whose account had no earlier one: a state before the indexed range is printed
 * if a block contains it, and is null otherwise, so its row is not required.
 */
function comparable(answer: Answer | undefined): unknown {
  return JSON.parse(answer?.text ?? 'null', (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'prev_trans_lt' in value && value.prev_trans_lt === '0'
      ? { ...value, account_state_before: null }
      : value,
  );
}

describe('missing rows', () => {
  let pipeline: Pipeline;
  let paths: readonly string[];
  let whole: ReadonlyMap<string, Answer>;

  beforeAll(async () => {
    const built = buildSource('holes', { seed: 'holes', rounds: 13, transactionsPerRound: 16, keyBlockEvery: 6 });
    pipeline = await openPipeline(built.network);
    pipeline.run();
    await pipeline.publish(built.source);
    await pipeline.untilWatermark(built.rounds);
    paths = await readingPaths(pipeline.store, built.rounds);
    whole = await askAll();
    const failed = [...whole].filter(([, { status }]) => status !== 200 && status !== 404);
    expect(failed).toEqual([]);
  }, 120_000);
  afterAll(async () => {
    await pipeline?.close();
  });

  /** Requests every path from a gateway without a cache. */
  async function askAll(metrics: Metrics = createMetrics()): Promise<ReadonlyMap<string, Answer>> {
    const gateway: ApiGateway = createApiGateway({
      store: pipeline.store,
      cache: createMemoryCache({ bytesMax: 1 }),
      logger: silentLogger,
      metrics,
      health: createHealth(),
      network: { name: 'holes', isTestnet: false },
      config: defaultApiGatewayConfig({ port: 0, holeRecheckMs: 1, requestTimeoutMs: 30_000 }),
    });
    const { port } = await gateway.start();
    const answers = new Map<string, Answer>();
    try {
      while ((await fetch(`http://127.0.0.1:${port}/ready`)).status !== 200) await new Promise(setImmediate);
      const ask = async (path: string): Promise<void> => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`);
        answers.set(path, { status: response.status, text: await response.text() });
      };
      for (let at = 0; at < paths.length; at += 16) await Promise.all(paths.slice(at, at + 16).map(ask));
    } finally {
      await gateway.stop();
    }
    return answers;
  }

  it.each(tables)(
    'of %s lead to an error, or do not change an answer',
    async (table, key, foundThrough = /^$/) => {
      const rows = await takeRowsOf(pipeline.store, table, key);
      try {
        expect(await rows.take(3, table)).toBeGreaterThan(0);
        const metrics = createMetrics();
        const answers = await askAll(metrics);
        const isAlarm = ({ status, text }: Answer): boolean =>
          status === 500 && text === '{"code":500,"error":"stored data is incomplete"}';
        const wrong = [...answers].filter(
          ([path, answer]) =>
            !isAlarm(answer) &&
            !foundThrough.test(path) &&
            !isDeepStrictEqual(comparable(answer), comparable(whole.get(path))),
        );
        expect(wrong.map(([path, { status }]) => `${status} ${path}`)).toEqual([]);
        const counted = [...(await metrics.render()).matchAll(/tonriver_api_holes_total\{.*\} (\d+)/g)];
        const alarms = [...answers.values()].filter(isAlarm).length;
        expect(counted.reduce((total, [, count]) => total + Number(count), 0)).toBe(alarms);
      } finally {
        await rows.giveBack();
      }
    },
    60_000,
  );
});
