import { GatewayError } from '../gateway-error.ts';

export interface BatchedLookUpOptions<Value> {
  /** Answers many keys with one query; a key that is not in the map does not exist. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  /** Keys in one query. */
  readonly keysMax: number;
  /** Queries of this look-up at one time; while all are under way, keys collect. */
  readonly queriesMax: number;
  /** Keys that may wait. */
  readonly waitingKeysMax: number;
}

/** Values by key. Equal keys that wait together are asked once, different ones share a query. */
export interface BatchedLookUp<Value> {
  get(key: string): Promise<Value | undefined>;
  /** In the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (Value | undefined)[]>;
}

interface WaitingKey<Value> {
  readonly promise: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects look-ups while queries are under way and sends what has collected as one: a query costs about the same for
 * one key as for many, so this is worth ten times the look-ups a second.
 *
 * Nothing is remembered after it was answered; a key that is asked again later is read again.
 *
 * @throws {GatewayError} `overloaded` when too many keys wait
 */
export function createBatchedLookUp<Value>(options: BatchedLookUpOptions<Value>): BatchedLookUp<Value> {
  const { load, keysMax, queriesMax, waitingKeysMax } = options;
  const waiting = new Map<string, WaitingKey<Value>>();
  let queryCount = 0;
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled || queryCount >= queriesMax || waiting.size === 0) return;
    isScheduled = true;
    // One turn of the event loop: everything that arrived in it goes into the same query.
    setImmediate(() => {
      isScheduled = false;
      while (queryCount < queriesMax && waiting.size > 0) void sendBatch();
    });
  };

  const sendBatch = async (): Promise<void> => {
    const batch: [string, WaitingKey<Value>][] = [];
    for (const entry of waiting) {
      batch.push(entry);
      if (batch.length >= keysMax) break;
    }
    for (const [key] of batch) waiting.delete(key);
    queryCount += 1;
    try {
      const values = await load(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(values.get(key));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    } finally {
      queryCount -= 1;
      schedule();
    }
  };

  const enqueue = (key: string): Promise<Value | undefined> => {
    // A query under way is not joined: it may have begun before rows were written that the caller, who has seen a
    // newer watermark, relies on.
    const known = waiting.get(key);
    if (known !== undefined) return known.promise;
    if (waiting.size >= waitingKeysMax) {
      throw new GatewayError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
    }
    const entry = pendingKey<Value>();
    waiting.set(key, entry);
    schedule();
    return entry.promise;
  };

  return {
    get: async (key) => await enqueue(key),
    getMany: async (keys) => await Promise.all(keys.map(enqueue)),
  };
}

function pendingKey<Value>(): WaitingKey<Value> {
  let settle: Omit<WaitingKey<Value>, 'promise'> | undefined;
  const promise = new Promise<Value | undefined>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // A caller that gave up (time-out) leaves its promise behind: its failure must not count as unhandled.
  promise.catch(() => undefined);
  return { promise, ...(settle as Omit<WaitingKey<Value>, 'promise'>) };
}
