import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { eventually } from '@tonriver/testing';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { createSettledActions, type SettledActions } from './settled-actions.ts';

/** Runs over a store whose classifications are up to `state.lastSeqno`. */
async function withSettled(
  work: (
    settled: SettledActions,
    state: { nowMs: number; lastSeqno: number; range: number; reads: number },
  ) => Promise<void>,
): Promise<void> {
  const state = { nowMs: 0, lastSeqno: 5, range: 1, reads: 0 };
  const select = async () => {
    state.reads += 1;
    if (state.lastSeqno < 0) throw new Error('away');
    return [{ partition: 0, partitions: 1, lastSeqno: state.lastSeqno }];
  };
  const reader = { stores: { gated: { select } } } as unknown as AnswerReader;
  const current = () => ({
    range: { firstSeqno: state.range, lastSeqno: 100 },
    indexedSeqno: 100,
    hasPartialBlocks: false,
    deployment: 'none',
  });
  const settled = createSettledActions({
    reader,
    watermark: { current },
    settledAfterMs: 1_000,
    pollMs: 1,
    logger: silentLogger,
    now: () => state.nowMs,
  });
  const ended = new AbortController();
  const running = settled.run(ended.signal);
  settled.forRequest();
  try {
    await work(settled, state);
  } finally {
    ended.abort();
    await running;
  }
}

const looked = async (state: { reads: number }): Promise<void> => {
  const { reads } = state;
  await eventually(() => expect(state.reads).toBeGreaterThan(reads + 1), { timeoutMs: 10_000, intervalMs: 5 });
};

describe('what is classified for some time', () => {
  it('is what was seen that long ago, not what is seen now', async () => {
    await withSettled(async (settled, state) => {
      await looked(state);
      expect(settled.forRequest()).toBeUndefined();
      state.nowMs = 999;
      expect(settled.forRequest()).toBeUndefined();
      state.lastSeqno = 9;
      await looked(state);
      state.nowMs = 1_000;
      expect(settled.forRequest()?.lastSeqno).toBe(5);
      state.nowMs = 1_999;
      expect(settled.forRequest()?.lastSeqno).toBe(9);
    });
  });

  it('stays while the store is away', async () => {
    await withSettled(async (settled, state) => {
      await looked(state);
      state.lastSeqno = -1;
      await looked(state);
      state.nowMs = 5_000;
      expect(settled.forRequest()?.lastSeqno).toBe(5);
    });
  });

  it('is nothing after another range has begun, until that was seen for as long', async () => {
    await withSettled(async (settled, state) => {
      await looked(state);
      state.nowMs = 2_000;
      expect(settled.forRequest()?.rangeSeqno).toBe(1);
      state.range = 50;
      await looked(state);
      expect(settled.forRequest()).toBeUndefined();
      state.nowMs = 3_000;
      expect(settled.forRequest()?.rangeSeqno).toBe(50);
    });
  });
});
