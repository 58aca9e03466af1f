import { describe, expect, it } from '@jest/globals';
import { runForCaller, currentCallerSignal } from './caller.ts';
import { createBatchedLookUp } from './batched-look-up.ts';
import { createQueryGate } from './query-gate.ts';
import { createSingleFlight } from './single-flight.ts';

/** A promise that the test settles. */
function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

function recordingLookUp(limits: { keysMax?: number; queriesMax?: number; waitingKeysMax?: number } = {}) {
  const queries: { readonly keys: readonly string[]; readonly answer: () => void }[] = [];
  const lookUp = createBatchedLookUp<string>({
    keysMax: 100,
    queriesMax: 1,
    waitingKeysMax: 1000,
    ...limits,
    load(keys) {
      const { promise, resolve } = deferred<ReadonlyMap<string, string>>();
      const known = keys.filter((key) => !key.startsWith('no'));
      queries.push({ keys, answer: () => resolve(new Map(known.map((key) => [key, key.toUpperCase()]))) });
      return promise;
    },
  });
  return { queries, lookUp };
}

describe('createBatchedLookUp', () => {
  it('reads all keys of one turn of the event loop in one query, equal keys once', async () => {
    const { queries, lookUp } = recordingLookUp();
    const answers = Promise.all([lookUp.get('a'), lookUp.getMany(['b', 'a', 'none'])]);
    await turn();
    expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b', 'none']]);
    queries[0]?.answer();
    expect(await answers).toEqual(['A', ['B', 'A', undefined]]);
  });

  it('collects keys while a query runs, and never adds them to that query', async () => {
    const { queries, lookUp } = recordingLookUp();
    const first = lookUp.get('a');
    await turn();
    const later = Promise.all([lookUp.get('a'), lookUp.get('b')]);
    await turn();
    expect(queries).toHaveLength(1);
    queries[0]?.answer();
    await first;
    await turn();
    expect(queries[1]?.keys).toEqual(['a', 'b']);
    queries[1]?.answer();
    expect(await later).toEqual(['A', 'B']);
  });

  it('limits the keys of a query and the queries at one time', async () => {
    const { queries, lookUp } = recordingLookUp({ keysMax: 2, queriesMax: 2 });
    const answers = lookUp.getMany(['a', 'b', 'c', 'd', 'e']);
    await turn();
    expect(queries.map(({ keys }) => keys)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    queries[1]?.answer();
    await turn();
    expect(queries[2]?.keys).toEqual(['e']);
    queries[0]?.answer();
    queries[2]?.answer();
    expect(await answers).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('refuses keys when too many wait', async () => {
    const { lookUp } = recordingLookUp({ waitingKeysMax: 2 });
    await expect(lookUp.getMany(['a', 'b', 'c'])).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 1 });
  });

  it('a refused request leaves no key that would be read for nobody', async () => {
    const { queries, lookUp } = recordingLookUp({ waitingKeysMax: 3 });
    const waiting = lookUp.getMany(['a', 'b']);
    await expect(lookUp.getMany(['b', 'c', 'd'])).rejects.toMatchObject({ code: 'overloaded' });
    // As many new keys as there is room for.
    const fitting = lookUp.getMany(['a', 'e', 'a', 'b']);
    await turn();
    expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b', 'e']]);
    queries[0]?.answer();
    expect(await waiting).toEqual(['A', 'B']);
    expect(await fitting).toEqual(['A', 'E', 'A', 'B']);
    await turn();
    expect(queries).toHaveLength(1);
  });

  it('a request that fails in one of its queries leaves no other query', async () => {
    const asked: string[][] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const lookUp = createBatchedLookUp<string>({
      keysMax: 1,
      queriesMax: 2,
      waitingKeysMax: 10,
      load: (keys) => {
        asked.push([...keys]);
        signals.push(currentCallerSignal());
        return keys[0] === 'a' ? Promise.reject(new Error('away')) : new Promise(() => undefined);
      },
    });
    await expect(lookUp.getMany(['a', 'b', 'c', 'd'])).rejects.toThrow('away');
    await turn();
    expect(asked).toEqual([['a'], ['b']]);
    expect(signals[1]?.aborted).toBe(true);
  });

  it('passes the failure of a query to all its callers, and continues', async () => {
    let calls = 0;
    const lookUp = createBatchedLookUp<string>({
      keysMax: 10,
      queriesMax: 1,
      waitingKeysMax: 10,
      load: async () => {
        calls += 1;
        if (calls === 1) throw new Error('away');
        return new Map([['a', 'A']]);
      },
    });
    const outcomes = await Promise.allSettled([lookUp.get('a'), lookUp.get('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await lookUp.get('a')).toBe('A');
  });
});

describe('createQueryGate', () => {
  it('admits by weight and in order, and runs a query that is too heavy alone', async () => {
    const gate = createQueryGate({ queriesMax: 10, waitingMax: 10 });
    const begun: string[] = [];
    const enter = (name: string, weight: number) => {
      const end = deferred<void>();
      const ended = gate.run(() => {
        begun.push(name);
        return end.promise;
      }, weight);
      return async () => {
        end.resolve();
        await ended;
      };
    };
    const [first, second, huge, last] = [enter('first', 6), enter('second', 4), enter('huge', 99), enter('last', 1)];
    await turn();
    expect([begun.join(), gate.runningCount, gate.waitingCount]).toEqual(['first,second', 10, 2]);
    await first?.();
    await turn();
    expect(begun.join()).toBe('first,second');
    await second?.();
    await turn();
    expect(begun.join()).toBe('first,second,huge');
    await huge?.();
    await last?.();
    expect([begun.join(), gate.runningCount]).toEqual(['first,second,huge,last', 0]);
  });

  it('starts queries behind a heavy one when the caller of that leaves', async () => {
    const gate = createQueryGate({ queriesMax: 2, waitingMax: 10 });
    const first = deferred<void>();
    const running = gate.run(() => first.promise);
    const leaving = new AbortController();
    const heavy = runForCaller(leaving.signal, () => gate.run(async () => 'begun', 2));
    const light = gate.run(async () => 'begun');
    leaving.abort();
    await expect(heavy).rejects.toMatchObject({ code: 'timed_out' });
    expect(await light).toBe('begun');
    first.resolve();
    await running;
  });
});

describe('when callers leave', () => {
  function gatedLookUp() {
    const gate = createQueryGate({ queriesMax: 1, waitingMax: 10 });
    const queries: { readonly keys: readonly string[]; readonly signal: AbortSignal | undefined }[] = [];
    const answers: (() => void)[] = [];
    const lookUp = createBatchedLookUp<string>({
      keysMax: 10,
      queriesMax: 1,
      waitingKeysMax: 10,
      admit: (query) => gate.run(query),
      load(keys) {
        const { promise, resolve } = deferred<ReadonlyMap<string, string>>();
        queries.push({ keys, signal: currentCallerSignal() });
        answers.push(() => resolve(new Map(keys.map((key) => [key, key.toUpperCase()]))));
        return promise;
      },
    });
    return { gate, lookUp, queries, answers };
  }

  it('a query takes the keys that came while it waited for its turn, without those whose callers left', async () => {
    const { gate, lookUp, queries, answers } = gatedLookUp();
    const other = deferred<void>();
    const blocking = gate.run(() => other.promise);
    const leaving = new AbortController();
    const left = runForCaller(leaving.signal, () => lookUp.getMany(['a', 'b']));
    await turn();
    const stayed = lookUp.getMany(['b', 'c']);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    other.resolve();
    await blocking;
    await turn();
    expect(queries.map(({ keys }) => keys)).toEqual([['b', 'c']]);
    answers[0]?.();
    expect(await stayed).toEqual(['B', 'C']);
  });

  it('no query starts when all have left, and its place is free again', async () => {
    const { gate, lookUp, queries } = gatedLookUp();
    const other = deferred<void>();
    const blocking = gate.run(() => other.promise);
    const leaving = new AbortController();
    const left = runForCaller(leaving.signal, () => lookUp.get('a'));
    const waiting = runForCaller(leaving.signal, () => gate.run(async () => 'begun'));
    await turn();
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    await expect(waiting).rejects.toMatchObject({ code: 'timed_out' });
    other.resolve();
    await blocking;
    await turn();
    expect([queries.length, gate.runningCount, gate.waitingCount]).toEqual([0, 0, 0]);
  });

  it('a running query is cancelled when the last caller of its keys has left', async () => {
    const { lookUp, queries } = gatedLookUp();
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [
      runForCaller(first.signal, () => lookUp.get('a')),
      runForCaller(second.signal, () => lookUp.getMany(['a', 'b'])),
    ].map((promise) => promise.catch(() => undefined));
    await turn();
    first.abort();
    expect(queries[0]?.signal?.aborted).toBe(false);
    second.abort();
    expect(queries[0]?.signal?.aborted).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('shared work continues while one caller waits for it, and ends with the last', async () => {
    const flights = createSingleFlight<string>();
    const signals: (AbortSignal | undefined)[] = [];
    const work = (): Promise<string> => {
      signals.push(currentCallerSignal());
      return new Promise(() => undefined);
    };
    const [first, second] = [new AbortController(), new AbortController()];
    void runForCaller(first.signal, () => flights.run('key', work));
    void runForCaller(second.signal, () => flights.run('key', work));
    first.abort();
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    second.abort();
    expect(signals[0]?.aborted).toBe(true);
    void flights.run('key', work);
    expect(signals).toHaveLength(2);
  });
});

describe('createQueryGate', () => {
  it('runs and queues up to its limits, in order, and refuses further queries', async () => {
    const gate = createQueryGate({ queriesMax: 1, waitingMax: 2 });
    const order: number[] = [];
    const first = deferred<void>();
    const runs = [
      gate.run(() => first.promise),
      gate.run(async () => void order.push(1)),
      gate.run(async () => void order.push(2)),
    ];
    await expect(gate.run(async () => undefined)).rejects.toMatchObject({ code: 'overloaded' });
    expect([gate.runningCount, gate.waitingCount]).toEqual([1, 2]);
    first.resolve();
    await Promise.all(runs);
    expect([order, gate.runningCount, gate.waitingCount]).toEqual([[1, 2], 0, 0]);
  });

  it('gives the place back when a query fails', async () => {
    const gate = createQueryGate({ queriesMax: 1, waitingMax: 0 });
    const fail = (): Promise<never> => gate.run(() => Promise.reject(new Error('away')));
    await expect(fail()).rejects.toThrow('away');
    await expect(fail()).rejects.toThrow('away');
  });
});

describe('createSingleFlight', () => {
  it('runs equal work once while it runs, and again afterwards', async () => {
    const flights = createSingleFlight<number>();
    let runs = 0;
    const work = async (): Promise<number> => {
      runs += 1;
      await turn();
      return runs;
    };
    expect(await Promise.all([flights.run('a', work), flights.run('a', work), flights.run('b', work)])).toEqual([
      2, 2, 2,
    ]);
    expect(await flights.run('a', work)).toBe(3);
  });
});

describe('work of several parts of which one fails', () => {
  it('cancels the other parts', async () => {
    const { queries, lookUp } = recordingLookUp();
    const flights = createSingleFlight<unknown>();
    const blocking = lookUp.get('blocking');
    await turn();
    const failing = flights.run('key', () =>
      Promise.all([lookUp.getMany(['a', 'b']), Promise.reject(new Error('refused'))]),
    );
    await expect(failing).rejects.toThrow('refused');
    queries[0]?.answer();
    await blocking;
    await turn();
    expect(queries.map(({ keys }) => keys)).toEqual([['blocking']]);
  });
});
