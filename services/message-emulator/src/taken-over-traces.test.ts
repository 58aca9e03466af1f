import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PendingStoreError } from '@tonriver/pending-store';
import { builtSource } from '@tonriver/testing';
import {
  bench,
  confirm,
  messageOf,
  openBench,
  settle,
  STARTED_AT_MS,
  take,
  traceOf,
} from './testing/emulator-bench.test-support.ts';
import { partsOfBlock, transactionsOfParts } from './testing/part-rows.test-support.ts';

/** The process begins to read a partition whose messages others followed. */
beforeEach(async () => {
  await openBench();
  bench.step.forget?.(0, 0n);
});

const takeOver = (message: ReturnType<typeof messageOf>) => take(message, STARTED_AT_MS - 60_000);

/** Round 10 has a transaction of every message that is followed, and nothing follows from that. */
function mineAll(): void {
  const { rounds } = builtSource({ seed: 'taken over', rounds: 2, transactionsPerRound: 20 });
  const [first] = transactionsOfParts(rounds.flat().flatMap(({ boc }) => partsOfBlock(boc, 10)));
  for (const trace of bench.traces.open()) {
    trace.inFlight.clear();
    trace.mined.push(first!.read.transaction);
  }
}

const isConfirmed = async (): Promise<boolean> => {
  await bench.upkeep();
  return await bench.store.ofAccount(messageOf(9, 9).text).then(
    () => true,
    () => false,
  );
};

describe('a trace that blocks have whole when a process takes it over', () => {
  it('is waited for until all gateways have had it as a finished one, and what was written of it is replaced then', async () => {
    let continued = 0;
    bench.onContinue = () => {
      continued += 1;
      return new Promise(() => undefined);
    };
    bench.actionsSeqno = 10;
    const isDone = takeOver(messageOf(1, 1));
    mineAll();
    await settle();
    bench.nowMs += 9_999;
    await settle();
    expect([isDone(), await isConfirmed()]).toEqual([false, false]);
    bench.nowMs += 1;
    await settle();
    expect([isDone(), await isConfirmed(), continued]).toEqual([true, true, 1]);
    const [trace] = await bench.store.ofAccount(messageOf(1, 1).text);
    expect(trace).toMatchObject({ state: 'complete', endSeqno: 10, actions: [], isIncomplete: true });
    bench.nowMs += 31_000;
    await settle();
    expect(bench.traces.count).toBe(0);
  });

  it('is not ended before it is written: the next process has to know of it', async () => {
    bench.onContinue = () => new Promise(() => undefined);
    bench.actionsSeqno = 10;
    const isDone = takeOver(messageOf(1, 1));
    mineAll();
    await settle();
    const put = jest.spyOn(bench.store, 'put');
    put.mockRejectedValue(new PendingStoreError('unavailable', 'away'));
    bench.nowMs += 10_000;
    await settle();
    expect(isDone()).toBe(false);
    put.mockRestore();
    await settle();
    expect(isDone()).toBe(true);
  });

  it('is emulated after those that readers do not have', async () => {
    await confirm();
    const order: string[] = [];
    bench.onCall = () => {
      order.push('waiting');
      return traceOf();
    };
    bench.onContinue = async () => {
      order.push('finished');
      return traceOf();
    };
    bench.actionsSeqno = 10;
    takeOver(messageOf(1, 1));
    mineAll();
    await settle();
    order.length = 0;
    for (const account of [2, 3, 4]) takeOver(messageOf(account, account));
    mineAll();
    takeOver(messageOf(5, 5));
    await settle();
    expect(order).toEqual(['waiting', 'finished', 'finished', 'finished']);
  });

  it('is not ended as long as readers do not have it', async () => {
    bench.actionsSeqno = 9;
    const isDone = takeOver(messageOf(1, 1));
    mineAll();
    await settle();
    bench.nowMs += 11_000;
    await settle();
    expect([isDone(), bench.traces.count]).toEqual([false, 1]);
  });
});
