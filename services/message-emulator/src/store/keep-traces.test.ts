import { beforeEach, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import {
  createMemoryPendingStore,
  PendingStoreError,
  type PendingStore,
  type PendingTrace,
} from '@tonriver/pending-store';
import { createLiveTrace, type LiveTrace } from '../traces/live-trace.ts';
import { createLiveTraces, type LiveTraces } from '../traces/live-traces.ts';
import { createKeepTraces, type KeepTraces } from './keep-traces.ts';

const ACCOUNT = `0:${'1'.repeat(64)}`;
const hashOf = (number: number): string => Buffer.alloc(32, number).toString('base64');

let nowMs: number;
let covered: readonly number[];
let traces: LiveTraces;
let memory: PendingStore;
let isAway: boolean;
let keep: KeepTraces;

const pendingOf = (number: number): PendingTrace => ({
  key: hashOf(number),
  externalHash: hashOf(number),
  state: 'pending',
  reason: null,
  seqno: 1,
  isIncomplete: false,
  rootHash: hashOf(100),
  isRootMined: false,
  endSeqno: null,
  parts: [],
  actions: [],
  accounts: [ACCOUNT],
});

/** A trace that is followed and that readers are to get. */
function follow(number: number, changes: Partial<LiveTrace> = {}): LiveTrace {
  const key = hashOf(number);
  const address = { workchain: 0, hash: new Uint8Array(32).fill(number) };
  const trace = createLiveTrace(
    { key, externalHash: key, address, account: `0:${number}`, boc: new Uint8Array(1), acceptedAtMs: 1 },
    { takenAtMs: nowMs, isTakenOver: false, assignment: { isCurrent: () => true } },
  );
  Object.assign(trace, { kept: pendingOf(number), isUnwritten: true, isTried: true, ...changes });
  traces.add(trace);
  return trace;
}

beforeEach(() => {
  [nowMs, covered, isAway] = [1_000, [0], false];
  traces = createLiveTraces({ tracesMax: 1_000, perAccountMax: 10, bytesMax: 1_000_000 });
  memory = createMemoryPendingStore({ partitions: 1, nowMs: () => nowMs });
  const away = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (isAway) throw new PendingStoreError('unavailable', 'the store is away');
  };
  const store: PendingStore = {
    ...memory,
    put: async (kept) => {
      await away();
      await memory.put(kept);
    },
    remove: async (keys) => {
      await away();
      await memory.remove(keys);
    },
    missing: async (keys) => {
      await away();
      return await memory.missing(keys);
    },
  };
  keep = createKeepTraces({
    store,
    traces,
    logger: silentLogger,
    nowMs: () => nowMs,
    coveredPartitions: async () => covered,
  });
});

const shown = async (): Promise<readonly string[]> =>
  (await memory.ofAccount(ACCOUNT)).map(({ key }) => key).toSorted();

it('a store that was emptied gets everything back before it is confirmed', async () => {
  follow(1);
  await keep.upkeep();
  await memory.close();
  await expect(shown()).rejects.toMatchObject({ code: 'not_ready' });
  await keep.upkeep();
  expect(await shown()).toEqual([hashOf(1)]);
});

it('a partition of which records are not taken is not confirmed', async () => {
  covered = [];
  await keep.upkeep();
  await expect(shown()).rejects.toMatchObject({ code: 'not_ready' });
});

it('nothing is confirmed while a message is not emulated that readers may have seen, but not without end', async () => {
  const trace = follow(1, { isTakenOver: true, isTried: false, kept: undefined });
  await keep.upkeep();
  await expect(shown()).rejects.toMatchObject({ code: 'not_ready' });
  Object.assign(trace, { isTried: true, kept: pendingOf(1), isUnwritten: true });
  await keep.upkeep();
  expect(await shown()).toEqual([hashOf(1)]);

  follow(2, { isTakenOver: true, isTried: false, kept: undefined });
  nowMs += 29_000;
  await keep.upkeep();
  await expect(shown()).rejects.toMatchObject({ code: 'not_ready' });
  nowMs += 1_000;
  await keep.upkeep();
  expect(await shown()).toEqual([hashOf(1)]);
});

it('a process that takes over also waits for messages that came meanwhile, but for those of the last second', async () => {
  const takenOver = follow(1, { isTakenOver: true, isTried: false, kept: undefined });
  await keep.upkeep();
  const cameMeanwhile = follow(2, { isTried: false, kept: undefined });
  nowMs += 1_000;
  const cameNow = follow(3, { isTried: false, kept: undefined });
  Object.assign(takenOver, { isTried: true, kept: pendingOf(1), isUnwritten: true });
  await keep.upkeep();
  await expect(shown()).rejects.toMatchObject({ code: 'not_ready' });
  Object.assign(cameMeanwhile, { isTried: true, kept: pendingOf(2), isUnwritten: true });
  await keep.upkeep();
  expect(await shown()).toEqual([hashOf(1), hashOf(2)].toSorted());
  // From then on new messages are not waited for: readers would get nothing while there are many.
  nowMs += 5_000;
  await keep.upkeep();
  expect(cameNow.isTried).toBe(false);
  expect(await shown()).toEqual([hashOf(1), hashOf(2)].toSorted());
});

it('what could not be written or removed while the store was away is written and removed before the next confirmation', async () => {
  const [leaving] = [follow(1), follow(2)];
  await keep.upkeep();
  isAway = true;
  traces.remove(leaving);
  await keep.remove([leaving.message.key]);
  follow(3);
  await keep.write();
  nowMs += 4_000;
  await keep.upkeep();
  await expect(shown()).rejects.toMatchObject({ code: 'not_ready' });
  isAway = false;
  await keep.upkeep();
  expect(await shown()).toEqual([hashOf(2), hashOf(3)].toSorted());
});

it('a trace that leaves while many are written does not come back', async () => {
  const many = Array.from({ length: 250 }, (_, number) => follow(number));
  const writing = keep.upkeep();
  await new Promise((resolve) => setImmediate(resolve));
  const last = many.at(-1)!;
  traces.remove(last);
  await Promise.all([writing, keep.remove([last.message.key])]);
  await keep.upkeep();
  expect(await shown()).toHaveLength(249);
});
