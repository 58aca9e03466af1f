import type { Metrics } from '@tonriver/telemetry';

/** Counts a kept value that was not believed, under why. */
export function countRejected(metrics: Metrics): (reason: string) => void {
  const rejected = metrics.counter(
    'tonriver_cache_values_rejected_total',
    'Kept values that were not what was written there, by what is wrong with them; each was taken for not there',
    ['reason'],
  );
  return (reason) => rejected.inc({ reason });
}
