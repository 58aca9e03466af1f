import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type LogFields, silentLogger } from '@tonriver/logger';
import { createStartProgress } from './start-progress.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function logged() {
  const lines: [string, LogFields | undefined][] = [];
  const logger = { ...silentLogger, info: (message: string, fields?: LogFields) => void lines.push([message, fields]) };
  return { logger, lines };
}

describe('a long start shows that it goes on', () => {
  it('in the log every few seconds, with the step and its progress', () => {
    const { logger, lines } = logged();
    const progress = createStartProgress({ logger, now: () => Date.now() });
    progress.step({ name: 'tables' });
    jest.advanceTimersByTime(3_000);
    progress.step({ name: 'making the chain', done: 7, total: 60, unit: 'rounds' });
    jest.advanceTimersByTime(3_000);
    expect(lines).toEqual([
      ['Still starting', { step: 'tables', seconds: 3 }],
      ['Still starting', { step: 'making the chain', done: 7, total: 60, unit: 'rounds', seconds: 6 }],
    ]);
  });

  it('on a terminal by one moving line, which is drawn again at each step and removed at the end', () => {
    const written: string[] = [];
    const { logger, lines } = logged();
    const terminal = (text: string): void => void written.push(text);
    const progress = createStartProgress({ logger, terminal, now: () => Date.now() });
    progress.step({ name: 'making the chain', done: 0, total: 60, unit: 'rounds' });
    progress.step({ name: 'making the chain', done: 1, total: 60, unit: 'rounds' });
    expect(written).toEqual(['\r\u001b[KStarting: making the chain, 0 of 60 rounds (0 s)']);
    jest.advanceTimersByTime(1_000);
    expect(written.at(-1)).toBe('\r\u001b[KStarting: making the chain, 1 of 60 rounds (1 s)');
    progress.step({ name: 'tables' });
    expect(written.at(-1)).toBe('\r\u001b[KStarting: tables (1 s)');
    progress.step(undefined);
    const count = written.length;
    expect(written.at(-1)).toBe('\r\u001b[K');
    jest.advanceTimersByTime(10_000);
    expect([written.length, lines]).toEqual([count, []]);
  });

  it('but a short one writes nothing, and neither does anything after a start', () => {
    const { logger, lines } = logged();
    const progress = createStartProgress({ logger, now: () => Date.now() });
    progress.step({ name: 'tables' });
    jest.advanceTimersByTime(2_000);
    progress.step(undefined);
    jest.advanceTimersByTime(60_000);
    expect(lines).toEqual([]);
  });
});
