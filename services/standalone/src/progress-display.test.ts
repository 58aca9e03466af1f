import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { createProgressDisplay, formatDuration } from './progress-display.ts';

function terminal() {
  let nowMs = 0;
  const written: string[] = [];
  const display = createProgressDisplay({
    isTerminal: true,
    logger: silentLogger,
    write: (text) => void written.push(text),
    now: () => nowMs,
  });
  const pass = (ms: number) => {
    nowMs += ms;
    jest.advanceTimersByTime(ms);
  };
  return { display, written, pass };
}

describe('createProgressDisplay', () => {
  afterEach(() => void jest.useRealTimers());

  it('shows watermark, rounds, rate and time left on one line', () => {
    jest.useFakeTimers();
    const { display, written, pass } = terminal();
    display.begin();
    display.fetched({ roundsDone: 0, roundsTotal: 1000, partialBlocks: 0 });
    display.watermark({ first: 1, last: 100 });
    pass(1000);
    display.watermark({ first: 1, last: 200 });
    pass(500);
    expect(written.at(-1)).toContain('watermark 200: 200 of 1000 rounds, 100.0 rounds/s, 8 s left');
    display.stop();
  });

  it('prints nothing before it begins, and no time left when all rounds are indexed', () => {
    jest.useFakeTimers();
    const { display, written, pass } = terminal();
    display.fetched({ roundsDone: 60, roundsTotal: 60, partialBlocks: 0 });
    pass(2000);
    expect(written).toEqual([]);
    display.begin();
    display.watermark({ first: 1, last: 60 });
    expect(written.at(-1)).toMatch(/60 of 60 rounds$/);
    display.stop();
  });
});

describe('createProgressDisplay without a terminal', () => {
  afterEach(() => void jest.useRealTimers());

  it('logs each change, and nothing after all rounds are indexed, in either order of events', () => {
    jest.useFakeTimers();
    const lines: unknown[] = [];
    const display = createProgressDisplay({
      isTerminal: false,
      logger: { ...silentLogger, info: (message, fields) => void lines.push([message, fields?.['rounds']]) },
      write: () => undefined,
    });
    display.begin();
    // A data directory that was filled earlier.
    display.watermark({ first: 1, last: 60 });
    jest.advanceTimersByTime(20_000);
    expect(lines).toEqual([['Progress', 60]]);
    display.fetched({ roundsDone: 0, roundsTotal: 60, partialBlocks: 0 });
    display.fetchDone({ roundsDone: 60 });
    jest.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      ['Progress', 60],
      ['Progress', 60],
    ]);
    display.stop();
  });
});

describe('formatDuration', () => {
  it.each([
    [42, '42 s'],
    [200, '3 min 20 s'],
    [7500, '2 h 5 min'],
  ])('prints %d as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});
