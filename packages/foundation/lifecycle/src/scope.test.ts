import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { openScope } from './index.ts';

const open = (shutdownGraceMs = 1000) => openScope({ logger: silentLogger, shutdownGraceMs });

describe('openScope', () => {
  it('stops parts in reverse order of their start', async () => {
    const scope = open();
    const events: string[] = [];
    for (const name of ['store', 'log', 'server']) {
      await scope.start(
        name,
        () => name,
        (part) => void events.push(part),
      );
    }
    await scope.close();
    expect(events).toEqual(['server', 'log', 'store']);
  });

  it('stops the started parts when a later one fails, also after one that does not stop cleanly', async () => {
    const scope = open();
    const events: string[] = [];
    await scope.start(
      'a',
      () => 'a',
      (part) => void events.push(part),
    );
    await scope.start(
      'b',
      () => 'b',
      () => {
        throw new Error('stuck');
      },
    );
    await expect(scope.start('c', () => Promise.reject(new Error('port taken')))).rejects.toThrow('port taken');
    await scope.close();
    expect(events).toEqual(['a']);
  });

  it('reports which part is being started', async () => {
    const scope = open();
    const told: string[] = [];
    scope.reportStart((problem) => void told.push(problem));
    await scope.start('clickhouse', () => 'a');
    scope.step({ name: 'migrations' });
    scope.step(undefined);
    expect(told).toEqual(['starting: clickhouse', 'starting: migrations']);
    await scope.close();
  });

  it('stops a part that was still starting when the others were stopped', async () => {
    const scope = open();
    const events: string[] = [];
    let begun: (() => void) | undefined;
    const starting = scope.start(
      'slow',
      () => new Promise<void>((resolve) => (begun = resolve)),
      () => void events.push('slow stopped'),
    );
    await scope.close();
    begun?.();
    await starting;
    expect(events).toEqual(['slow stopped']);
  });

  it('waits for the loops before it stops the parts that they use', async () => {
    const scope = open();
    const events: string[] = [];
    await scope.start(
      'store',
      () => 'store',
      () => void events.push('store stopped'),
    );
    scope.background('loop', async (signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 20)));
      events.push('loop done');
    });
    await scope.close();
    expect(events).toEqual(['loop done', 'store stopped']);
  });

  it('ends with the error of a loop that fails', async () => {
    const scope = open();
    scope.background('loop', () => Promise.reject(new Error('unknown fault')));
    await expect(scope.untilDone()).rejects.toThrow('unknown fault');
    expect(scope.signal.aborted).toBe(true);
    await scope.close();
  });

  it('gives up on a part that takes longer than the grace period', async () => {
    const scope = open(20);
    await scope.start(
      'slow',
      () => 'slow',
      () => new Promise(() => undefined),
    );
    await expect(scope.close()).rejects.toMatchObject({ code: 'shutdown_timeout' });
  });
});
