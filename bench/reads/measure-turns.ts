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
  readonly clients: number;
  /** Sent as `Accept-Encoding`. */
  readonly encoding: string | undefined;
  /** The requests of each turn. */
  readonly turns: readonly (readonly string[])[];
  /** What the first side, which is older, is asked instead. */
  readonly ofOlder?: RequestKind['ofOlder'];
}

/** One turn ends after this time, even if requests are left. */
const TURN_SECONDS_MAX = 60;
/** So long may the requests take that compile the code of a kind. */
const WARM_UP_SECONDS_MAX = 300;
/** Too few to be refused. */
const WARM_UP_CLIENTS = 4;

/** Starts each side again and has it compile the code for a kind of request. */
export async function warmUp(sides: readonly Side[], kind: RequestKind): Promise<void> {
  for (const [index, side] of sides.entries()) {
    const asked = pathsOf(index, kind);
    await side.restart();
    const options = { clients: WARM_UP_CLIENTS, encoding: undefined, secondsMax: WARM_UP_SECONDS_MAX };
    const { failures, latenciesMs } = await load(side, options, kind.warmUp.map(asked));
    if (failures > 0 || latenciesMs.length === 0) throw new Error(`${side.name}: ${failures} requests failed`);
    const missing = kind.warmUp.length - latenciesMs.length;
    if (missing > 0)
      console.log(`  ${side.name}, ${kind.name}: ${missing} requests fewer to compile the code than wanted`);
    if (kind.isRepeated === true) await load(side, options, kind.paths.map(asked));
  }
}

/** Returns the requests of each turn: others in each, unless the kind is repeated, and none that `used` says. */
export function requestsOfTurns(
  kind: RequestKind,
  { clients, turns, used }: { readonly clients: number; readonly turns: number; readonly used: number },
): readonly (readonly string[])[] {
  const wanted = clients === 1 ? kind.perTurn.one : kind.perTurn.several;
  return Array.from({ length: turns }, (_, turn) => {
    if (kind.isRepeated === true) {
      return Array.from({ length: wanted }, (__, index) => kind.paths[index % kind.paths.length] ?? '');
    }
    const paths = kind.paths.slice(used + turn * wanted, used + (turn + 1) * wanted);
    if (paths.length === wanted) return paths;
    throw new RangeError(`${kind.name}: too few different requests: more --rounds, or fewer --turns or --encodings`);
  });
}

/** Measures sides in turns. */
export async function measureTurns(sides: readonly Side[], options: TurnOptions): Promise<readonly SideFigures[]> {
  const figures = sides.map(() => [] as SideFigures[]);
  for (const paths of options.turns) {
    for (const [index, side] of sides.entries()) {
      const cpuMsBefore = side.cpuMs();
      const { latenciesMs, refusals, failures, seconds } = await load(
        side,
        { ...options, secondsMax: TURN_SECONDS_MAX },
        paths.map(pathsOf(index, options)),
      );
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

/** Returns what makes the path that a side is asked for. The first side is the older one. */
function pathsOf(side: number, { ofOlder }: Pick<RequestKind, 'ofOlder'>): (path: string) => string {
  return side === 0 && ofOlder !== undefined ? (path) => ofOlder(path) : (path) => path;
}

/** Sends every path once, from another process. */
async function load(
  side: Side,
  { clients, encoding, secondsMax }: Pick<TurnOptions, 'clients' | 'encoding'> & { readonly secondsMax: number },
  paths: readonly string[],
): Promise<LoadResult> {
  const words = [
    '--import',
    import.meta.resolve('@tonriver/strip-types'),
    join(import.meta.dirname, '../http-load.ts'),
  ];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const order: LoadOrder = {
    port: side.apiPort,
    paths,
    clients,
    seconds: secondsMax,
    isOnce: true,
    ...(encoding === undefined ? {} : { headers: { 'accept-encoding': encoding } }),
  };
  child.stdin.end(JSON.stringify(order));
  return JSON.parse(await text(child.stdout)) as LoadResult;
}
