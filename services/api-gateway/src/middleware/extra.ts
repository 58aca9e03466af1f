import type { RequestContext } from './request-context.ts';

/**
 * `@extra` of the earlier generation: Unix seconds, the workers that were asked (`_`: none has a number here) and the
 * milliseconds it took, `:c` when the answer was kept.
 */
export function extraOf({ elapsedMs }: RequestContext, isCached = false): string {
  return `${Math.floor(Date.now() / 1000)}:_:${elapsedMs().toFixed(3)}${isCached ? ':c' : ''}`;
}
