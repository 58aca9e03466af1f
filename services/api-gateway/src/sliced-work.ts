import { GatewayError } from './gateway-error.ts';

export interface SlicedWorkOptions {
  /** How long work runs before other events are handled. */
  readonly sliceMs: number;
  /** The weight of all work at one time; more is refused. Work is never refused when there is no other. */
  readonly weightMax: number;
}

/**
 * Does work of requests in slices, so that the event loop is never blocked for long. One turn of the loop has one slice
 * of time for all such work together: many small pieces are done in it, and long ones continue in turn.
 */
export interface SlicedWork {
  /**
   * Calls `work` for every item, in order. Stops when the caller has left.
   *
   * @throws {GatewayError} `overloaded`
   */
  map<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Result,
    caller: { readonly signal: AbortSignal; readonly weight: number },
  ): Promise<Result[]>;
}

/** Continues its work until the given time; true when all is done. */
type Slice = (untilMs: number) => boolean;

export function createSlicedWork({ sliceMs, weightMax }: SlicedWorkOptions): SlicedWork {
  const waiting: Slice[] = [];
  let totalWeight = 0;
  let isRunning = false;
  const runSlice = (): void => {
    const untilMs = performance.now() + sliceMs;
    do {
      const work = waiting.shift();
      if (work !== undefined && !work(untilMs)) waiting.push(work);
    } while (waiting.length > 0 && performance.now() < untilMs);
    isRunning = waiting.length > 0;
    if (isRunning) setImmediate(runSlice);
  };
  const begin = (slice: Slice): void => {
    waiting.push(slice);
    if (isRunning) return;
    isRunning = true;
    setImmediate(runSlice);
  };
  return {
    map(items, work, { signal, weight }) {
      return new Promise((resolve, reject) => {
        if (totalWeight > 0 && totalWeight + weight > weightMax) {
          reject(new GatewayError('overloaded', 'too many requests wait', { retryAfterSeconds: 1 }));
          return;
        }
        totalWeight += weight;
        const results: ReturnType<typeof work>[] = [];
        const end = (settle: () => void): true => {
          totalWeight -= weight;
          settle();
          return true;
        };
        begin((untilMs) => {
          try {
            while (results.length < items.length) {
              if (signal.aborted) throw new GatewayError('timed_out', 'timeout');
              results.push(work(items[results.length] as (typeof items)[number]));
              if (performance.now() >= untilMs) break;
            }
          } catch (error) {
            return end(() => reject(error));
          }
          return results.length === items.length && end(() => resolve(results));
        });
      });
    },
  };
}
