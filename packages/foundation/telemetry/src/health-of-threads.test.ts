import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHealth, createHealthOfThreads, threadProblemsOf } from './index.ts';

describe('the health of two threads', () => {
  let nowMs: number;
  const now = (): number => nowMs;
  beforeEach(() => {
    nowMs = 0;
  });
  const open = () => {
    const main = createHealth({ now });
    const health = createHealthOfThreads(createHealth({ now }), { name: 'main thread', silenceMsMax: 1_000 });
    return { main, health, tell: () => health.note(threadProblemsOf(main)) };
  };

  it('is alive but not ready before the other thread said how it is', () => {
    const { health, tell } = open();
    expect(health.live()).toEqual({ isOk: true, problems: {} });
    expect(health.ready()).toEqual({ isOk: false, problems: { 'main thread': 'has not said how it is yet' } });
    tell();
    expect(health.ready()).toEqual({ isOk: true, problems: {} });
  });

  it('has the problems of both, each where it belongs', () => {
    const { main, health, tell } = open();
    const setStore = main.condition('store', 'not reached');
    main.loop('parser', 100);
    health.vital('process')('no file can be opened');
    nowMs = 500;
    tell();
    expect(health.live().problems).toEqual({
      process: 'no file can be opened',
      parser: expect.stringContaining('no sign of life'),
    });
    expect(health.ready().problems).toEqual({ ...health.live().problems, store: 'not reached' });
    setStore(undefined);
    expect(health.ready().isOk).toBe(false);
    tell();
    expect(health.ready().problems).toEqual(health.live().problems);
  });

  it('is not alive when the other thread says nothing any more', () => {
    const { health, tell } = open();
    tell();
    nowMs = 1_001;
    expect(health.live()).toEqual({ isOk: false, problems: { 'main thread': 'no sign of life for 1 s' } });
    expect(health.ready().isOk).toBe(false);
    tell();
    expect(health.live().isOk).toBe(true);
  });
});
