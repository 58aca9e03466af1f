import { ReadingError } from '../reading-error.ts';
import { runForCaller, checkCallerWaits, currentCallerSignal, callerGone } from './caller.ts';

export interface BatchedLookUpOptions<Value> {
  /** Reads many keys with one query. A key that is not in the map does not exist. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  /**
   * Starts a query when it is its turn. Its keys are chosen only then, so keys that come meanwhile join it. Absent: at
   * once.
   */
  readonly admit?: (query: () => Promise<void>) => Promise<void>;
  /** The most keys in one query. */
  readonly keysMax: number;
  /** The most queries of this look-up at one time, with those that wait for their turn. */
  readonly queriesMax: number;
  /** The most keys that wait. */
  readonly waitingKeysMax: number;
}

/**
 * Values by key. Equal keys that wait together are read once, different ones share a query. A waiting key is dropped
 * when all its callers have left (`runForCaller`), and a query with only such keys is cancelled.
 */
export interface BatchedLookUp<Value> {
  get(key: string): Promise<Value | undefined>;
  /** Returns values in the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (Value | undefined)[]>;
}

/** The keys of one query. */
interface Batch {
  readonly calledOff: AbortController;
  wantedCount: number;
  isDone: boolean;
}

interface Entry<Value> {
  readonly promise: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
  callerCount: number;
  batch: Batch | undefined;
}

/**
 * Collects keys while queries run, and sends them as one query. A query costs about the same for one key as for many,
 * so this makes ten times as many look-ups a second possible.
 *
 * Nothing is cached: a key that is needed again later is read again.
 *
 * @throws {ReadingError} `overloaded` when too many keys wait
 */
export function createBatchedLookUp<Value>(options: BatchedLookUpOptions<Value>): BatchedLookUp<Value> {
  const { load, admit = (query) => query(), keysMax, queriesMax, waitingKeysMax } = options;
  const waiting = new Map<string, Entry<Value>>();
  let queryCount = 0;
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled || queryCount >= queriesMax || waiting.size === 0) return;
    isScheduled = true;
    // Waits one turn of the event loop, whose keys all go into the same query.
    setImmediate(() => {
      isScheduled = false;
      // Starts as many queries as the keys need. A query does not belong to one caller.
      const wanted = Math.min(queriesMax, queryCount + Math.ceil(waiting.size / keysMax));
      while (queryCount < wanted) void runForCaller(undefined, sendBatch);
    });
  };

  const sendBatch = async (): Promise<void> => {
    queryCount += 1;
    try {
      await admit(() => loadBatch(takeBatch(waiting, keysMax), load));
    } catch (error) {
      // Refused before any key was taken, so the waiting keys are refused too.
      for (const [, entry] of takeBatch(waiting, keysMax)) entry.reject(error);
    } finally {
      queryCount -= 1;
      schedule();
    }
  };

  /** Accepts all keys or none, because the keys of a refused caller would be read for nobody. */
  const checkRoom = (keys: readonly string[]): void => {
    if (waiting.size + keys.length <= waitingKeysMax) return;
    const newKeys = new Set(keys.filter((key) => !waiting.has(key)));
    if (waiting.size + newKeys.size <= waitingKeysMax) return;
    throw new ReadingError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
  };

  const enqueue = (key: string): Entry<Value> => {
    // A key does not join a running query: that may have begun before rows were written that belong to the caller's
    // newer watermark.
    let entry = waiting.get(key);
    if (entry === undefined) {
      entry = pendingEntry<Value>();
      waiting.set(key, entry);
      schedule();
    }
    entry.callerCount += 1;
    return entry;
  };

  const getMany = async (keys: readonly string[]): Promise<readonly (Value | undefined)[]> => {
    const caller = currentCallerSignal();
    checkCallerWaits();
    checkRoom(keys);
    const entries = keys.map((key) => [key, enqueue(key)] as const);
    const leaveAll = (): void => {
      for (const [key, entry] of entries) leave(waiting, key, entry);
    };
    caller?.addEventListener('abort', leaveAll, { once: true });
    try {
      return await Promise.all(entries.map(([, entry]) => entry.promise));
    } catch (error) {
      // If one of its queries fails, the caller does not wait for the others.
      if (caller?.aborted !== true) leaveAll();
      throw error;
    } finally {
      caller?.removeEventListener('abort', leaveAll);
    }
  };

  return { get: async (key) => (await getMany([key]))[0], getMany };
}

/** Removes a caller. A key without callers is not read, and a query without callers is cancelled. */
function leave<Value>(waiting: Map<string, Entry<Value>>, key: string, entry: Entry<Value>): void {
  entry.callerCount -= 1;
  if (entry.callerCount > 0) return;
  if (entry.batch === undefined) {
    if (waiting.get(key) === entry) waiting.delete(key);
    entry.reject(callerGone());
    return;
  }
  entry.batch.wantedCount -= 1;
  if (entry.batch.wantedCount === 0 && !entry.batch.isDone) entry.batch.calledOff.abort(callerGone());
}

type Taken<Value> = readonly (readonly [string, Entry<Value>])[];

function takeBatch<Value>(waiting: Map<string, Entry<Value>>, keysMax: number): Taken<Value> {
  const taken: (readonly [string, Entry<Value>])[] = [];
  for (const [key, entry] of waiting) {
    if (taken.length >= keysMax) break;
    taken.push([key, entry]);
    waiting.delete(key);
  }
  const batch: Batch = { calledOff: new AbortController(), wantedCount: taken.length, isDone: false };
  for (const [, entry] of taken) entry.batch = batch;
  return taken;
}

async function loadBatch<Value>(taken: Taken<Value>, load: BatchedLookUpOptions<Value>['load']): Promise<void> {
  const batch = taken[0]?.[1].batch;
  // All callers left while this query waited, or another one took the keys.
  if (batch === undefined) return;
  try {
    const values = await runForCaller(batch.calledOff.signal, () => load(taken.map(([key]) => key)));
    for (const [key, { resolve }] of taken) resolve(values.get(key));
  } catch (error) {
    for (const [, { reject }] of taken) reject(error);
  } finally {
    batch.isDone = true;
  }
}

function pendingEntry<Value>(): Entry<Value> {
  let settle: Pick<Entry<Value>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<Value | undefined>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Nobody awaits the promise of a caller that has left. Its failure must not count as unhandled.
  promise.catch(() => undefined);
  return { promise, ...(settle as Pick<Entry<Value>, 'resolve' | 'reject'>), callerCount: 0, batch: undefined };
}
