import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createHealth, createMetrics, type HealthServer, startHealthServer } from './index.ts';

describe('createHealth', () => {
  it('is not alive when a loop has been silent for longer than its limit', () => {
    let nowMs = 0;
    const health = createHealth({ now: () => nowMs });
    const beat = health.loop('consumer', 1000);
    nowMs = 900;
    expect(health.live().isOk).toBe(true);
    nowMs = 2001;
    expect(health.live()).toEqual({ isOk: false, problems: { consumer: 'no sign of life for 2 s' } });
    beat();
    expect(health.live().isOk).toBe(true);
  });

  it('uses a clock that is not affected when the system time is set', () => {
    const health = createHealth();
    health.loop('consumer', 1000);
    const wallClock = jest.spyOn(Date, 'now');
    try {
      for (const jumpMs of [3_600_000, -3_600_000]) {
        wallClock.mockReturnValue(new Date().getTime() + jumpMs);
        expect(health.live().isOk).toBe(true);
      }
    } finally {
      wallClock.mockRestore();
    }
  });

  it('is ready only when every condition is met', () => {
    const health = createHealth();
    const setWatermark = health.condition('watermark');
    expect(health.ready()).toEqual({ isOk: false, problems: { watermark: 'not started' } });
    setWatermark(undefined);
    expect(health.ready().isOk).toBe(true);
    setWatermark('no round yet');
    expect(health.ready().problems).toEqual({ watermark: 'no round yet' });
  });
});

describe('startHealthServer', () => {
  let server: HealthServer | undefined;
  afterEach(() => server?.stop());

  it('answers liveness, readiness and metrics', async () => {
    const health = createHealth();
    const metrics = createMetrics();
    metrics.counter('tonriver_rounds_total', 'Rounds').inc(3);
    health.condition('store');
    server = await startHealthServer({ host: '127.0.0.1', port: 0, health, metrics });
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${server?.port}${path}`);
      return { status: response.status, text: await response.text() };
    };

    expect(await ask('/live')).toEqual({ status: 200, text: '{}' });
    expect(await ask('/ready')).toEqual({ status: 503, text: '{"store":"not started"}' });
    expect((await ask('/metrics')).text).toContain('tonriver_rounds_total 3');
    expect((await ask('/else')).status).toBe(404);
  });
});
