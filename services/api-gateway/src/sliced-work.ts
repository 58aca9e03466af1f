import { GatewayError } from './gateway-error.ts';

export interface SlicedWorkOptions {
  /** How long work runs before other events are handled. */
  readonly sliceMs: number;
  /** Pieces of work at one time; more are refused. */
  readonly underWayMax: number;
}

/**
 * Does long work of requests in slices, so that the event loop is never blocked for long. One turn of the loop has one
 * slice of all such work together, and requests get slices in turn.
 */
export interface SlicedWork {
  /**
   * Calls `work` for every item, in order. Stops when the caller has left.
   *
   * @throws {GatewayError} `overloaded`
   */
  map<Item, Result>(items: readonly Item[], work: (item: Item) => Result, signal: AbortSignal): Promise<Result[]>;
}

/** Continues its work until the given time; true when all is done. */
type Slice = (untilMs: number) => boolean;

export function createSlicedWork({ sliceMs, underWayMax }: SlicedWorkOptions): SlicedWork {
  const waiting: Slice[] = [];
  let isRunning = false;
  const runOne = (): void => {
    const slice = waiting.shift();
    if (slice !== undefined && !slice(performance.now() + sliceMs)) waiting.push(slice);
    isRunning = waiting.length > 0;
    if (isRunning) setImmediate(runOne);
  };
  const begin = (slice: Slice): void => {
    waiting.push(slice);
    if (isRunning) return;
    isRunning = true;
    setImmediate(runOne);
  };
  return {
    map(items, work, signal) {
      return new Promise((resolve, reject) => {
        if (waiting.length >= underWayMax) {
          reject(new GatewayError('overloaded', 'too many requests wait', { retryAfterSeconds: 1 }));
          return;
        }
        const results: ReturnType<typeof work>[] = [];
        begin((untilMs) => {
          try {
            for (const item of items.slice(results.length)) {
              if (signal.aborted) throw new GatewayError('timed_out', 'timeout');
              results.push(work(item));
              if (performance.now() >= untilMs) break;
            }
          } catch (error) {
            reject(error);
            return true;
          }
          if (results.length < items.length) return false;
          resolve(results);
          return true;
        });
      });
    },
  };
}
