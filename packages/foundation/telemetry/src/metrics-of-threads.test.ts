import { expect, it } from '@jest/globals';
import { createMetrics, metricsOfThreads } from './index.ts';

it('the text of two threads has each metric once: values of the same labels are added', async () => {
  const [main, own] = [createMetrics({ withProcess: true }), createMetrics()];
  for (const [metrics, amount] of [
    [main, 3],
    [own, 4],
  ] as const) {
    metrics.counter('tonriver_things_total', 'Things', ['kind']).inc({ kind: 'shared' }, amount);
    metrics.histogram('tonriver_wait_seconds', 'Waits', [0.1, 1]).observe(amount / 10);
  }
  main.counter('tonriver_things_total', 'Things', ['kind']).inc({ kind: 'of main' }, 1);
  own.gauge('tonriver_own_count', 'Of this thread').set(9);
  // Through a port they are copies.
  const both = metricsOfThreads(own, async () => structuredClone(await main.values()));
  const lines = (await both.render()).split('\n');
  const valueOf = (name: string) => lines.filter((line) => line.startsWith(`${name} `));
  expect(valueOf('tonriver_things_total{kind="shared"}')).toEqual(['tonriver_things_total{kind="shared"} 7']);
  expect(valueOf('tonriver_things_total{kind="of main"}')).toEqual(['tonriver_things_total{kind="of main"} 1']);
  expect(valueOf('tonriver_own_count')).toEqual(['tonriver_own_count 9']);
  expect(valueOf('tonriver_wait_seconds_count')).toEqual(['tonriver_wait_seconds_count 2']);
  expect(valueOf('tonriver_wait_seconds_bucket{le="0.1"}')).toEqual(['tonriver_wait_seconds_bucket{le="0.1"} 0']);
  expect(lines.filter((line) => line === '# TYPE tonriver_things_total counter')).toHaveLength(1);
  // Metrics of the process are there as without threads, also those that prom-client would leave out.
  const namesOf = (text: string): string[] => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!).toSorted();
  expect(namesOf(lines.join('\n'))).toEqual(
    [...new Set([...namesOf(await main.render()), ...namesOf(await own.render())])].toSorted(),
  );
  expect(valueOf('process_start_time_seconds')[0]).toMatch(/ \d{9,}/);
});

it('fails as a whole when the other thread does not answer', async () => {
  const metrics = metricsOfThreads(createMetrics(), () => Promise.reject(new Error('no answer')));
  await expect(metrics.render()).rejects.toThrow('no answer');
});
