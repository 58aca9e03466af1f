import type { RequestContext } from './request-context.ts';

/**
 * Returns `@extra` of v2: Unix seconds, the numbers of the workers (here always `_`), the milliseconds, and `:c` for a
 * cached answer.
 */
export function extraOf({ elapsedMs }: RequestContext, isCached = false): string {
  return `${Math.floor(Date.now() / 1000)}:_:${elapsedMs().toFixed(3)}${isCached ? ':c' : ''}`;
}
