import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { endingWhenLeft, unlessLeft } from './caller-left.ts';

async function* one(piece: Promise<string>): AsyncGenerator<string> {
  yield await piece;
}

describe('when the caller leaves', () => {
  it('a SELECT is told to end, again and again until it ends', async () => {
    const leaving = new AbortController();
    let times = 0;
    let fail: (error: Error) => void = () => undefined;
    const piece = new Promise<string>((_, reject) => {
      fail = reject;
    });
    const pieces = endingWhenLeft(one(piece), leaving.signal, () => {
      times += 1;
      if (times === 1) throw new Error('No memory to look for it');
      if (times === 2) fail(new Error('Query was cancelled'));
    });
    const next = pieces.next();
    leaving.abort();
    expect(times).toBe(1);
    await expect(next).rejects.toThrow('cancelled');
    await sleep(600);
    expect(times).toBe(2);
  });

  it('a write that waits for its turn never begins, and its request fails at once', async () => {
    const leaving = new AbortController();
    let turn: () => void = () => undefined;
    const before = new Promise<void>((resolve) => {
      turn = resolve;
    });
    let isBegun = false;
    const writing = unlessLeft(leaving.signal, (begin) =>
      before.then(() => {
        begin();
        isBegun = true;
      }),
    );
    leaving.abort();
    await expect(writing).rejects.toMatchObject({ code: 'client_left' });
    turn();
    await sleep(10);
    expect(isBegun).toBe(false);
  });

  it('a write that has begun is finished', async () => {
    const leaving = new AbortController();
    const writing = unlessLeft(leaving.signal, async (begin) => {
      begin();
      await sleep(20);
      return 'written';
    });
    leaving.abort();
    expect(await writing).toBe('written');
  });
});
