import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createDetectedRounds, type DetectedRounds } from './detected-rounds.ts';

const SILENCE_MS = 60_000;

describe('the wait for the interface-detector', () => {
  let nowMs: number;
  let stored: number[];
  let detected: DetectedRounds;
  beforeEach(() => {
    [nowMs, stored] = [0, []];
    const select = async (_columns: unknown, sql: string) => {
      const [, list] = /IN \(([\d, ]+)\)/.exec(sql) ?? [];
      const [, before] = /mc_block_seqno < (\d+)/.exec(sql) ?? [];
      const asked = list?.split(', ').map(Number);
      const found = stored.filter((round) => asked?.includes(round) ?? round < Number(before));
      return (asked === undefined ? found.toSorted((a, b) => b - a).slice(0, 1) : found).map((mcBlockSeqno) => ({
        mcBlockSeqno,
      }));
    };
    const clock = { nowMs: () => nowMs, pause: async () => undefined, yield: async () => undefined };
    detected = createDetectedRounds({ select } as unknown as ClickHouseStore, clock, SILENCE_MS);
  });
  /** Lets the time pass in which a process asks again and again. */
  const wait = async (rounds: readonly number[], ms: number): Promise<void> => {
    for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 1_000) await detected.refresh(rounds);
    await detected.refresh(rounds);
  };

  it('ends when the detector stands still', async () => {
    stored = [1, 2, 3];
    await wait([4, 5], SILENCE_MS - 1_000);
    expect(detected.isGivenUp(4)).toBe(false);
    await wait([4, 5], 5_000);
    expect([4, 5].map((round) => detected.isGivenUp(round))).toEqual([true, true]);
  });

  it('goes on while the detector comes nearer', async () => {
    for (let round = 1; round < 100; round += 1) {
      stored.push(round);
      await wait([200, 201], 5_000);
      expect(detected.isGivenUp(200)).toBe(false);
    }
  });

  it('ends for rounds that nobody detects, although newer ones are detected as they come', async () => {
    stored = [1, 2];
    const waiting = [3, 4];
    for (let round = 5; round < 20; round += 1) {
      waiting.push(round, round + 1);
      stored.push(round);
      await wait(waiting, 5_000);
    }
    expect([3, 4].map((round) => detected.isGivenUp(round))).toEqual([true, true]);
    // The newest round is not behind the gap: it is waited for.
    expect(detected.isGivenUp(20)).toBe(false);
  });
});
