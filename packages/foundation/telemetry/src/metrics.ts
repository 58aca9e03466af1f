import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
}

/**
 * Has its own registry, so that several services in one process (standalone) and several tests do not collide. Asking
 * for a name twice returns the same metric.
 */
export function createMetrics(options: { readonly withProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (options.withProcess === true) collectDefaultMetrics({ register: registry });
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
  };
}
