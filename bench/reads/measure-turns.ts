import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadOrder, LoadResult } from '../http-load.ts';
import { median, percentile } from '../measure.ts';
import type { RequestKind } from './requests.ts';
import type { Side } from './side.ts';

/** What one side took for one kind of request. */
export interface SideFigures {
  /** Processor time of all processes for one answer. Median of the turns. */
  readonly cpuMs: number;
  readonly answersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly refusals: number;
}

export interface TurnOptions {
  readonly kind: RequestKind;
  readonly clients: number;
  /** Sent as `Accept-Encoding`. */
  readonly encoding: string | undefined;
  readonly turns: number;
}

/** One turn ends after this time, even if requests are left. */
const TURN_SECONDS_MAX = 60;
/** A page takes three times as long before the code for it is compiled. */
const WARM_UP_REQUESTS = 150;

/** Measures sides in turns. Each is started again before, and compiles its code with requests of the same kind. */
export async function measureTurns(sides: readonly Side[], options: TurnOptions): Promise<readonly SideFigures[]> {
  const { kind, clients, turns } = options;
  const wanted = clients === 1 ? kind.perTurn.one : kind.perTurn.several;
  const different = Math.floor((kind.paths.length - WARM_UP_REQUESTS) / turns);
  const count = kind.isRepeated === true ? wanted : Math.min(wanted, different);
  if (count < clients)
    throw new RangeError(`${kind.name}: too few different requests for ${clients} clients: more rounds`);
  for (const side of sides) {
    await side.restart();
    const paths = kind.isRepeated === true ? kind.paths : kind.paths.slice(-WARM_UP_REQUESTS);
    await load(side, options, paths);
  }
  const figures = sides.map(() => [] as SideFigures[]);
  for (let turn = 0; turn < turns; turn += 1) {
    const paths =
      kind.isRepeated === true
        ? Array.from({ length: count }, (_, index) => kind.paths[index % kind.paths.length] ?? '')
        : kind.paths.slice(turn * count, (turn + 1) * count);
    for (const [index, side] of sides.entries()) {
      const cpuMsBefore = side.cpuMs();
      const { latenciesMs, refusals, failures, seconds } = await load(side, options, paths);
      if (failures > 0 || latenciesMs.length === 0) throw new Error(`${side.name}: ${failures} requests failed`);
      figures[index]?.push({
        cpuMs: (side.cpuMs() - cpuMsBefore) / latenciesMs.length,
        answersPerSecond: latenciesMs.length / seconds,
        p50Ms: percentile(latenciesMs, 0.5),
        p99Ms: percentile(latenciesMs, 0.99),
        refusals,
      });
    }
  }
  return figures.map((ofTurns) => ({
    cpuMs: median(ofTurns.map(({ cpuMs }) => cpuMs)),
    answersPerSecond: median(ofTurns.map(({ answersPerSecond }) => answersPerSecond)),
    p50Ms: median(ofTurns.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(ofTurns.map(({ p99Ms }) => p99Ms)),
    refusals: ofTurns.reduce((total, { refusals }) => total + refusals, 0),
  }));
}

/** Sends every path once, from another process. */
async function load(side: Side, { clients, encoding }: TurnOptions, paths: readonly string[]): Promise<LoadResult> {
  const words = ['--import', 'tsx', join(import.meta.dirname, '../http-load.ts')];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const order: LoadOrder = {
    port: side.apiPort,
    paths,
    clients,
    seconds: TURN_SECONDS_MAX,
    isOnce: true,
    ...(encoding === undefined ? {} : { headers: { 'accept-encoding': encoding } }),
  };
  child.stdin.end(JSON.stringify(order));
  return JSON.parse(await text(child.stdout)) as LoadResult;
}
