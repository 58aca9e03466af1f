import { GatewayError } from './gateway-error.ts';

export interface SlicedWorkOptions {
  /** How long work goes on before everything else has its turn. */
  readonly sliceMs: number;
  /** Pieces of work under way at one time; one more is refused. */
  readonly underWayMax: number;
}

/**
 * Work of strangers' requests that takes long, on the thread that serves everybody: in slices, and between two turns of
 * the loop no more than one slice of all such work together. Requests are given slices in turn.
 */
export interface SlicedWork {
  /**
   * `work` of every item, in order. What nobody waits for any more is left where it is.
   *
   * @throws {GatewayError} `overloaded`
   */
  map<Item, Result>(items: readonly Item[], work: (item: Item) => Result, signal: AbortSignal): Promise<Result[]>;
}

/** Goes on with its work until the time is over; true when it is done. */
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
