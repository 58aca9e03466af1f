import { beforeEach, describe, expect, it } from '@jest/globals';
import { builtSource } from '@tonriver/testing';
import { bench, confirm, messageOf, openBench, settle, take } from './testing/emulator-bench.test-support.ts';
import { partsOfBlock, transactionsOfParts } from './testing/part-rows.test-support.ts';

beforeEach(openBench);

describe('a trace that blocks have whole when a process takes it over', () => {
  /** Round 10 has a transaction of its message, and nothing follows from that. */
  const mine = (): void => {
    const { rounds } = builtSource({ seed: 'taken over', rounds: 2, transactionsPerRound: 20 });
    const [first] = transactionsOfParts(rounds.flat().flatMap(({ boc }) => partsOfBlock(boc, 10)));
    for (const trace of bench.traces.open()) {
      trace.inFlight.clear();
      trace.mined.push(first!.read.transaction);
    }
  };

  it('is not emulated when all readers have had it as a finished one, and what was written of it is replaced', async () => {
    await confirm();
    bench.actionsSeqno = 10;
    const isDone = take(messageOf(1, 1));
    mine();
    await settle();
    const [followed] = bench.traces.open();
    expect([isDone(), followed?.isTried]).toEqual([false, true]);
    bench.nowMs += 10_000;
    await settle();
    expect(isDone()).toBe(true);
    const [trace] = await bench.store.ofAccount(messageOf(1, 1).text);
    expect(trace).toMatchObject({ state: 'complete', endSeqno: 10, actions: [], isIncomplete: true });
    bench.nowMs += 31_000;
    await settle();
    expect(bench.traces.count).toBe(0);
  });

  it('is not ended as long as readers do not have it', async () => {
    bench.actionsSeqno = 9;
    const isDone = take(messageOf(1, 1));
    mine();
    await settle();
    bench.nowMs += 11_000;
    await settle();
    expect([isDone(), bench.traces.count]).toEqual([false, 1]);
  });
});
