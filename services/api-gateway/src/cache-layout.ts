/**
 * Part of every cache key: gateways of different releases share one Redis while they are exchanged. It counts up with
 * every change of what is kept there, records or answers. `cache-layout.integration.test.ts` fails when it has to.
 */
export const CACHE_LAYOUT = 1;
