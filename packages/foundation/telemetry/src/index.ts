export { createHealth, type Health } from './health.ts';
export { createHealthOfThreads, type ThreadProblems, threadProblemsOf } from './health-of-threads.ts';
export { createMetrics, type Metrics, metricsOfThreads, type MetricValues } from './metrics.ts';
export { startApiServer, type ApiServer } from './api-server.ts';
export { startHealthServer, type HealthServer } from './health-server.ts';
export { watchParts } from './watch-parts.ts';
