export { beatWhile } from './beat-while.ts';
export { createHealth, type Health, type HealthReport } from './health.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { startHealthServer, type HealthServer, type HealthServerOptions } from './health-server.ts';
export { watchProcess, type WatchProcessOptions } from './watch-process.ts';
export { watchParts, type WatchPartsOptions } from './watch-parts.ts';
