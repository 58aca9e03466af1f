import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { boundedCalls } from './bounded-calls.ts';

type Ask = (question: string, options?: { readonly signal?: AbortSignal }) => Promise<string>;

const bounds = {
  callsMax: 2,
  answerMsMax: 10_000,
  overloaded: () => new Error('overloaded'),
  timedOut: () => new Error('timed out'),
};

describe('calls of a service of another thread', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const open = () => {
    const answers: ((text: string) => void)[] = [];
    const ask: Ask = () => new Promise((resolve) => answers.push(resolve));
    return { ...boundedCalls({ ask }, bounds), answers };
  };

  it('get its answers and errors', async () => {
    const failing = boundedCalls({ ask: () => Promise.reject(new Error('its own')) }, bounds);
    await expect(failing.ask()).rejects.toThrow('its own');
    const { ask, answers } = open();
    const answer = ask('depth');
    answers[0]!('7 m');
    expect(await answer).toBe('7 m');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are refused while too many wait, also when nobody waits for those any more', async () => {
    const { ask, answers } = open();
    const waiting = [ask('a'), ask('b')];
    await expect(ask('c')).rejects.toThrow('overloaded');
    const late = Promise.allSettled(waiting);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await late).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(ask('d')).rejects.toThrow('overloaded');
    answers[0]!('late');
    await jest.advanceTimersByTimeAsync(0);
    const next = ask('e');
    answers[2]!('answered');
    expect(await next).toBe('answered');
  });

  it('end soon after their caller has left', async () => {
    const { ask } = open();
    const stop = new AbortController();
    const answer = ask('a', { signal: stop.signal }).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(5_000);
    stop.abort();
    await jest.advanceTimersByTimeAsync(500);
    expect(await answer).toEqual(new Error('timed out'));
    const gone = ask('b', { signal: stop.signal }).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(500);
    expect(await gone).toEqual(new Error('timed out'));
  });
});
