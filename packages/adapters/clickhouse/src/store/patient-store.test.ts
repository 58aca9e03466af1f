import { beforeEach, describe, expect, it } from '@jest/globals';
import { type LogFields, silentLogger } from '@tonriver/logger';
import { systemClock } from '@tonriver/stream';
import { ClickHouseStoreError } from '../errors.ts';
import type { ClickHouseStore } from './click-house-store.ts';
import { patientStore } from './patient-store.ts';

const away = new ClickHouseStoreError('clickhouse_unreachable', 'away', {}, { isRetryable: true });
const refused = new ClickHouseStoreError('clickhouse_rejected', 'no such table');

/** A store whose commands fail with these errors, one after the other, and succeed afterwards. */
function failing(...errors: readonly unknown[]) {
  const left = [...errors];
  let calls = 0;
  const command = async (): Promise<void> => {
    calls += 1;
    if (left.length > 0) throw left.shift();
  };
  return { store: { command } as unknown as ClickHouseStore, calls: () => calls };
}

describe('patientStore', () => {
  let delays: unknown[];
  let beats: number;
  let stop: AbortController;
  const patient = (store: ClickHouseStore): ClickHouseStore =>
    patientStore(store, {
      logger: { ...silentLogger, warn: (_message: string, fields?: LogFields) => delays.push(fields?.['delayMs']) },
      signal: stop.signal,
      clock: { ...systemClock, pause: () => systemClock.yield() },
      beat: () => (beats += 1),
    });
  beforeEach(() => {
    delays = [];
    beats = 0;
    stop = new AbortController();
  });

  it('tries again while ClickHouse is away, and calls beat at each attempt and at the answer', async () => {
    const { store, calls } = failing(away, away);
    await patient(store).command('SELECT 1');
    expect([calls(), beats, delays]).toEqual([3, 3, [250, 500]]);
  });

  it('throws errors that another attempt would not solve', async () => {
    const { store, calls } = failing(refused);
    await expect(patient(store).command('SELECT 1')).rejects.toBe(refused);
    expect([calls(), beats]).toEqual([1, 0]);
    const unknown = new Error('what is this');
    await expect(patient(failing(unknown).store).command('SELECT 1')).rejects.toBe(unknown);
  });

  it('gives up when it is told to stop', async () => {
    const { store } = failing(away, away, away);
    const waiting = patient(store).command('SELECT 1');
    stop.abort();
    await expect(waiting).rejects.toBe(away);
  });
});
