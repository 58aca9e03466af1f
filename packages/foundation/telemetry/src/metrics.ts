import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

/** The metrics of a thread as plain values, which can be given to another thread. */
export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The Prometheus metrics of one process. Names are `tonriver_<what>_<unit>`. */
export interface Metrics {
  counter<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Counter<Label>;
  gauge<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>;
  /** Buckets are in the unit of the name; for durations that is seconds. */
  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly Label[],
  ): Histogram<Label>;
  readonly contentType: string;
  /** The text of `/metrics`. */
  render(): Promise<string>;
  values(): Promise<MetricValues>;
}

/**
 * The time between two samples of the event loop's delay, which the measured delays include. Every sample wakes the
 * process: 100 a second, the default of prom-client, took most of the processor time of an idle one.
 */
const EVENT_LOOP_SAMPLE_MS = 100;

/**
 * Has its own registry, so that several services in one process (standalone) and several tests do not collide. Asking
 * for a name twice returns the same metric.
 */
export function createMetrics(options: { readonly withProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (options.withProcess === true) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }
  const once = <Kind>(name: string, create: () => Kind): Kind =>
    (registry.getSingleMetric(name) as Kind | undefined) ?? create();
  return {
    counter: (name, help, labels = []) =>
      once(name, () => new Counter({ name, help, labelNames: [...labels], registers: [registry] })),
    gauge: (name, help, labels = []) =>
      once(name, () => new Gauge({ name, help, labelNames: [...labels], registers: [registry] })),
    histogram: (name, help, buckets, labels = []) =>
      once(
        name,
        () => new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers: [registry] }),
      ),
    contentType: registry.contentType,
    render: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
  };
}

/**
 * The metrics of this thread, whose text also has those of another one. Values of the same name and labels are added.
 *
 * @param readOther rejects when the other thread does not answer: half of the metrics would look like all
 */
export function metricsOfThreads(own: Metrics, readOther: () => Promise<MetricValues>): Metrics {
  return {
    ...own,
    async render() {
      const threads = await Promise.all([readOther(), own.values()]);
      // Some metrics of a process say that they are not to be added; each of these is of one thread.
      const added = threads.map((values) => values.map((metric) => ({ ...metric, aggregator: 'sum' as const })));
      return await AggregatorRegistry.aggregate(added).metrics();
    },
  };
}
