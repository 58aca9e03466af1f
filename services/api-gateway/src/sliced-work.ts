import { GatewayError } from './gateway-error.ts';

export interface SlicedWorkOptions {
  /** How long work runs before other events are handled. */
  readonly sliceMs: number;
  /** The weight of all work at one time; more is refused. Work is never refused when there is no other. */
  readonly weightMax: number;
  /** The length of all results of unfinished work. Work that would hold more is refused, unless there is no other. */
  readonly heldLengthMax: number;
}

/**
 * Does work of requests in slices, so that the event loop is never blocked for long. One turn of the loop has one slice
 * of time for all such work together: many small pieces are done in it, and long ones continue in turn.
 */
export interface SlicedWork {
  /**
   * Calls `work`, which makes text, for every item, in order. Stops when the caller has left.
   *
   * @throws {GatewayError} `overloaded`, also when the caller's time is over before its turn has come
   */
  map<Item>(
    items: readonly Item[],
    work: (item: Item) => string,
    caller: { readonly signal: AbortSignal; readonly weight: number },
  ): Promise<string[]>;
}

/** Continues its work until the given time; true when all is done. */
type Slice = (untilMs: number) => boolean;

export function createSlicedWork({ sliceMs, weightMax, heldLengthMax }: SlicedWorkOptions): SlicedWork {
  const waiting: Slice[] = [];
  let totalWeight = 0;
  let heldLength = 0;
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
          reject(overloaded());
          return;
        }
        totalWeight += weight;
        const results: string[] = [];
        let ownLength = 0;
        const end = (settle: () => void): true => {
          totalWeight -= weight;
          heldLength -= ownLength;
          settle();
          return true;
        };
        const runNext = (): void => {
          if (signal.aborted) throw results.length === 0 ? overloaded() : new GatewayError('timed_out', 'timeout');
          const result = work(items[results.length] as (typeof items)[number]);
          results.push(result);
          ownLength += result.length;
          heldLength += result.length;
          // One item may make a thousand times its own length, so what is held must be limited too.
          if (results.length < items.length && heldLength > heldLengthMax && ownLength < heldLength) throw overloaded();
        };
        begin((untilMs) => {
          try {
            while (results.length < items.length) {
              runNext();
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

function overloaded(): GatewayError {
  return new GatewayError('overloaded', 'too many requests wait', { retryAfterSeconds: 1 });
}
