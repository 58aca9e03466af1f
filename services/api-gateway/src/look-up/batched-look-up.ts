import { GatewayError } from '../gateway-error.ts';
import { runForCaller, checkCallerWaits, currentCallerSignal, callerGone } from './caller.ts';

export interface BatchedLookUpOptions<Value> {
  /** Answers many keys with one query; a key that is not in the map does not exist. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  /**
   * Lets a query begin when it is its turn. Which keys it has is decided only then: what comes while it waits for its
   * turn goes with it. Absent: at once.
   */
  readonly admit?: (query: () => Promise<void>) => Promise<void>;
  /** Keys in one query. */
  readonly keysMax: number;
  /** Queries of this look-up at one time, those that wait for their turn included. */
  readonly queriesMax: number;
  /** Keys that may wait. */
  readonly waitingKeysMax: number;
}

/**
 * Values by key. Equal keys that wait together are asked once, different ones share a query. A key that all who asked
 * for it have left (`runForCaller`) is dropped while it waits, and a query with only such keys is called off.
 */
export interface BatchedLookUp<Value> {
  get(key: string): Promise<Value | undefined>;
  /** In the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (Value | undefined)[]>;
}

/** Keys that went into one query. */
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
 * Collects look-ups while queries are under way and sends what has collected as one: a query costs about the same for
 * one key as for many, so this is worth ten times the look-ups a second.
 *
 * Nothing is remembered after it was answered; a key that is asked again later is read again.
 *
 * @throws {GatewayError} `overloaded` when too many keys wait
 */
export function createBatchedLookUp<Value>(options: BatchedLookUpOptions<Value>): BatchedLookUp<Value> {
  const { load, admit = (query) => query(), keysMax, queriesMax, waitingKeysMax } = options;
  const waiting = new Map<string, Entry<Value>>();
  let queryCount = 0;
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled || queryCount >= queriesMax || waiting.size === 0) return;
    isScheduled = true;
    // One turn of the event loop: everything that arrived in it goes into the same query.
    setImmediate(() => {
      isScheduled = false;
      // As many queries as there are keys for; a query belongs to nobody in particular.
      const wanted = Math.min(queriesMax, queryCount + Math.ceil(waiting.size / keysMax));
      while (queryCount < wanted) void runForCaller(undefined, sendBatch);
    });
  };

  const sendBatch = async (): Promise<void> => {
    queryCount += 1;
    try {
      await admit(() => loadBatch(takeBatch(waiting, keysMax), load));
    } catch (error) {
      // Turned away before any key was taken: the keys that wait share the refusal.
      for (const [, entry] of takeBatch(waiting, keysMax)) entry.reject(error);
    } finally {
      queryCount -= 1;
      schedule();
    }
  };

  /** All or none: keys of a caller who is refused would be asked for nobody. */
  const checkRoom = (keys: readonly string[]): void => {
    if (waiting.size + keys.length <= waitingKeysMax) return;
    const newKeys = new Set(keys.filter((key) => !waiting.has(key)));
    if (waiting.size + newKeys.size <= waitingKeysMax) return;
    throw new GatewayError('overloaded', 'too many requests wait for data', { retryAfterSeconds: 1 });
  };

  const enqueue = (key: string): Entry<Value> => {
    // A query under way is not joined: it may have begun before rows were written that the caller, who has seen a
    // newer watermark, relies on.
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
      // One of its queries failed: the caller does not wait for the others either.
      if (caller?.aborted !== true) leaveAll();
      throw error;
    } finally {
      caller?.removeEventListener('abort', leaveAll);
    }
  };

  return { get: async (key) => (await getMany([key]))[0], getMany };
}

/** One caller less waits for a key: a key that nobody waits for is not read, a query for nobody is called off. */
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
  // Everybody left while this query waited for its turn, or another one took the keys.
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
  // A caller that gave up (time-out) leaves its promise behind: its failure must not count as unhandled.
  promise.catch(() => undefined);
  return { promise, ...(settle as Pick<Entry<Value>, 'resolve' | 'reject'>), callerCount: 0, batch: undefined };
}
