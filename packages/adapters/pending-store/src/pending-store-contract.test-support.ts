import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tonriver/testing';
import type { PendingStore } from './index.ts';
import { madeHash, madeTrace, rawAddressOf } from './made-trace.test-support.ts';
import { TRACES_PER_READ_MAX } from './read-bounds.ts';

const ttlMs = 60_000;
/** Short, but long enough for one read in between. */
const soonMs = 400;

/** As many as the store of `open` has. */
export const PARTITIONS = 3;

/** Tests that every pending store must pass. `open` returns an empty, working store that only this test uses. */
export function describePendingStoreContract(name: string, open: () => Promise<PendingStore>): void {
  describe(`${name} as a pending store`, () => {
    let store: PendingStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const confirmAll = async (milliseconds = ttlMs): Promise<void> => {
      for (let partition = 0; partition < PARTITIONS; partition += 1) await store.confirm(partition, milliseconds);
    };
    const keysOf = async (address: string): Promise<readonly string[]> =>
      (await store.ofAccount(address)).map(({ key }) => key).toSorted();

    it('does not answer before every partition was confirmed, also when it has nothing', async () => {
      const calls = [
        () => store.byHashes([madeHash(1)]),
        () => store.ofAccount(rawAddressOf(1)),
        () => store.shownOf([madeHash(1)]),
      ];
      for (let partition = 0; partition < PARTITIONS; partition += 1) {
        for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_ready' });
        await store.confirm(partition, ttlMs);
      }
      expect(await Promise.all(calls.map((call) => call()))).toEqual([[], [], []]);
    });

    it('does not answer any more when one partition is not confirmed again in time', async () => {
      await confirmAll();
      await store.confirm(1, soonMs);
      expect(await store.ofAccount(rawAddressOf(1))).toEqual([]);
      await eventually(() => expect(store.ofAccount(rawAddressOf(1))).rejects.toMatchObject({ code: 'not_ready' }), {
        timeoutMs: 10_000,
      });
      await store.confirm(1, ttlMs);
      expect(await store.ofAccount(rawAddressOf(1))).toEqual([]);
    });

    it('finds a trace whole by either hash of its message, and by each of its accounts', async () => {
      await confirmAll();
      const [trace, other] = [madeTrace(1, { accounts: [1, 2] }), madeTrace(2, { accounts: [3] })];
      await store.put([
        { trace, ttlMs },
        { trace: other, ttlMs },
      ]);
      expect(await store.byHashes([trace.key])).toEqual([trace]);
      expect(await store.byHashes([trace.externalHash])).toEqual([trace]);
      expect(await store.ofAccount(rawAddressOf(1))).toEqual([trace]);
      expect(await store.ofAccount(rawAddressOf(2))).toEqual([trace]);
      expect(await store.ofAccount(rawAddressOf(3))).toEqual([other]);
      expect(await store.ofAccount(rawAddressOf(4))).toEqual([]);
      expect(await store.byHashes([madeHash(99)])).toEqual([]);
    });

    it('returns a trace once, however many hashes lead to it', async () => {
      await confirmAll();
      const [one, two] = [madeTrace(1), madeTrace(2)];
      await store.put([
        { trace: one, ttlMs },
        { trace: two, ttlMs },
      ]);
      const found = await store.byHashes([one.key, two.externalHash, one.externalHash, one.key, madeHash(7)]);
      expect(found.map(({ key }) => key).toSorted()).toEqual([one.key, two.key].toSorted());
    });

    it('replaces a trace of the same key whole: it is no longer found by what it had before', async () => {
      await confirmAll();
      const before = madeTrace(1, { accounts: [1, 2] });
      const after = { ...madeTrace(1, { accounts: [2, 3] }), state: 'complete' as const };
      await store.put([{ trace: before, ttlMs }]);
      expect(await keysOf(rawAddressOf(1))).toEqual([before.key]);
      await store.put([{ trace: after, ttlMs }]);
      expect(await store.ofAccount(rawAddressOf(1))).toEqual([]);
      expect(await store.ofAccount(rawAddressOf(2))).toEqual([after]);
      expect(await store.ofAccount(rawAddressOf(3))).toEqual([after]);
      expect(await store.byHashes([before.key])).toEqual([after]);
    });

    it('keeps a trace for its time, counted from when it was last put', async () => {
      await confirmAll();
      const [short, long] = [madeTrace(1, { accounts: [1] }), madeTrace(2, { accounts: [1] })];
      await store.put([
        { trace: short, ttlMs: soonMs },
        { trace: long, ttlMs: soonMs },
      ]);
      await store.put([{ trace: long, ttlMs }]);
      await eventually(async () => expect(await keysOf(rawAddressOf(1))).toEqual([long.key]), { timeoutMs: 10_000 });
      expect(await store.byHashes([short.key, short.externalHash])).toEqual([]);
      expect(await store.missing([short.key, long.key])).toEqual([short.key]);
    });

    it('removes traces, and those that are not there are no error', async () => {
      await confirmAll();
      const [one, two] = [madeTrace(1, { accounts: [1] }), madeTrace(2, { accounts: [1] })];
      await store.put([
        { trace: one, ttlMs },
        { trace: two, ttlMs },
      ]);
      await store.remove([one.key, madeHash(99)]);
      expect(await keysOf(rawAddressOf(1))).toEqual([two.key]);
      expect(await store.byHashes([one.key, one.externalHash])).toEqual([]);
      await store.remove([one.key, two.key]);
      expect(await keysOf(rawAddressOf(1))).toEqual([]);
    });

    it('tells readers which keys have a trace, in the order of the question', async () => {
      await confirmAll();
      const [one, two] = [madeTrace(1), madeTrace(2)];
      await store.put([
        { trace: one, ttlMs },
        { trace: two, ttlMs },
      ]);
      expect(await store.shownOf([two.key, madeHash(5), one.key])).toEqual([two.key, one.key]);
      expect(await store.shownOf([one.externalHash])).toEqual([]);
      await store.remove([one.key]);
      expect(await store.shownOf([one.key, two.key])).toEqual([two.key]);
      expect(await store.shownOf([])).toEqual([]);
    });

    it('tells which traces are missing, in the order of the question', async () => {
      const trace = madeTrace(1);
      await store.put([{ trace, ttlMs }]);
      expect(await store.missing([madeHash(5), trace.key, madeHash(4)])).toEqual([madeHash(5), madeHash(4)]);
      expect(await store.missing([])).toEqual([]);
    });

    it('does nothing for empty lists', async () => {
      await confirmAll();
      await store.put([]);
      await store.remove([]);
      expect(await store.byHashes([])).toEqual([]);
    });

    it('keeps a large trace, and many accounts of one', async () => {
      await confirmAll();
      const accounts = Array.from({ length: 1_000 }, (_, index) => index);
      const trace = madeTrace(1, { accounts, contentBytes: 2_000_000 });
      await store.put([{ trace, ttlMs }]);
      expect(await store.ofAccount(rawAddressOf(999))).toEqual([trace]);
      expect(await store.missing([trace.key])).toEqual([]);
    });

    it('refuses a read of more traces than one call returns, and never answers with a part of them', async () => {
      await confirmAll();
      const traces = Array.from({ length: TRACES_PER_READ_MAX + 1 }, (_, index) => madeTrace(index, { accounts: [1] }));
      const keep = async (some: typeof traces): Promise<void> => {
        await store.put(some.map((trace) => ({ trace, ttlMs })));
      };
      for (let from = 0; from < traces.length; from += 500) await keep(traces.slice(from, from + 500));
      await expect(store.ofAccount(rawAddressOf(1))).rejects.toMatchObject({ code: 'too_many' });
      await store.remove([traces[0]!.key]);
      expect(await store.ofAccount(rawAddressOf(1))).toHaveLength(TRACES_PER_READ_MAX);
    }, 60_000);
  });
}
