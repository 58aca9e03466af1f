import { expect, it } from '@jest/globals';
import { createLimiter } from './limiter.ts';

const never = new AbortController().signal;
const options = { runningMax: 1, waitingMax: 2, waitMsMax: 10_000 };

/** An action that runs until `end` is called. */
function held(): { readonly action: () => Promise<void>; readonly end: () => void } {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { action: () => ended, end: () => end() };
}

it('a place is not lost when a client leaves while it waits for it', async () => {
  const limiter = createLimiter(options);
  const first = held();
  const running = limiter.run(never, first.action);
  const leaving = new AbortController();
  const waiting = limiter.run(leaving.signal, () => Promise.resolve('never'));
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'client_left' });
  expect(limiter.load()).toEqual({ running: 1, waiting: 0 });
  first.end();
  await running;
  expect(await limiter.run(never, () => Promise.resolve('here'))).toBe('here');
  expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
});

it('the longest-waiting caller comes next, and a place is given back when an action fails', async () => {
  const limiter = createLimiter(options);
  const order: number[] = [];
  const first = held();
  const all = [
    limiter.run(never, first.action),
    limiter.run(never, async () => void order.push(1)),
    limiter.run(never, async () => void order.push(2)),
  ];
  await expect(limiter.run(never, first.action)).rejects.toMatchObject({ code: 'too_many_queries' });
  first.end();
  await Promise.all(all);
  expect(order).toEqual([1, 2]);
  await expect(limiter.run(never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
});

it('waits no longer than its limit', async () => {
  const limiter = createLimiter({ ...options, waitMsMax: 20 });
  const first = held();
  const running = limiter.run(never, first.action);
  await expect(limiter.run(never, first.action)).rejects.toMatchObject({ code: 'too_many_queries' });
  first.end();
  await running;
  expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
});
