export { createHealth, type Health, type HealthReport } from './health.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { startHealthServer, type HealthServer } from './health-server.ts';
export { watchProcess } from './watch-process.ts';
export { watchParts } from './watch-parts.ts';
