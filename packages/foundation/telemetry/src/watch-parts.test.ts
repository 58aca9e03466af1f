import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createHealth, watchParts } from './index.ts';

/** Watches one part whose answer the test decides. */
function watched(ask: () => Promise<void>) {
  const [health, stop] = [createHealth(), new AbortController()];
  const ended = watchParts({ health, parts: { kafka: ask }, intervalMs: 5, answerMs: 20 }, stop.signal);
  const until = async (isReady: boolean): Promise<string | undefined> => {
    while (health.ready().isOk !== isReady) await sleep(2);
    return health.ready().problems['kafka'];
  };
  return { health, until, ended, stop: () => stop.abort() };
}

describe('watchParts', () => {
  it('reports why a service is not ready while a part is unreachable; the service stays alive', async () => {
    let isAway = false;
    const { health, until, ended, stop } = watched(async () => {
      if (isAway) throw new Error('connection refused');
    });
    expect(health.ready().isOk).toBe(true);
    isAway = true;
    expect(await until(false)).toBe('connection refused');
    expect(health.live().isOk).toBe(true);
    isAway = false;
    await until(true);
    stop();
    await ended;
  });

  it('sends one request to a part that does not answer, and takes a late answer', async () => {
    let asked = 0;
    let answer = (): void => undefined;
    const { until, ended, stop } = watched(() => {
      asked += 1;
      return asked > 1
        ? Promise.resolve()
        : new Promise((resolve) => {
            answer = resolve;
          });
    });
    expect(await until(false)).toBe('no answer for 20 ms');
    await sleep(50);
    expect(asked).toBe(1);
    answer();
    await until(true);
    stop();
    await ended;
  });

  it('ends with its signal, even if a request is still open', async () => {
    const { until, ended, stop } = watched(() => new Promise<never>(() => undefined));
    await until(false);
    stop();
    await expect(ended).resolves.toBeUndefined();
  });
});
