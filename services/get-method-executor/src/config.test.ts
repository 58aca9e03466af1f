import { describe, expect, it } from '@jest/globals';
import { boundsOfPool } from './config.ts';

describe('the bounds of a pool', () => {
  it.each([1, 2, 3, 4, 8, 64])('leave threads and calls to quick runs, with %d threads', (workerCount) => {
    const { slow, callsMax } = boundsOfPool({ workerCount, queueLengthMax: 256 });
    expect(Math.min(slow.slowRunningMax, slow.firstRunningMax)).toBeGreaterThanOrEqual(1);
    expect(slow.slowWaitingMax + slow.firstWaitingMax).toBeLessThan(callsMax);
    // Two threads are a slow run and a first run: fewer cannot be divided.
    const taken = slow.slowRunningMax + slow.firstRunningMax;
    if (workerCount >= 3) expect(taken).toBeLessThan(workerCount);
    else expect(taken).toBe(2);
  });
});
