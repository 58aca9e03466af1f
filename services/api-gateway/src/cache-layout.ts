/**
 * The version of cached records and answers, part of every cache key: during an upgrade, gateways of different releases
 * share one Redis. It must be increased with every change of them; `cache-layout.integration.test.ts` then fails.
 */
export const CACHE_LAYOUT = 5;
