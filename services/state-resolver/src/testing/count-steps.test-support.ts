import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/**
 * Runs actions one after another and returns how often pieces of code ran in each: much the same numbers on every
 * machine, however busy it is. Counts what V8 counts for a report of coverage: calls, turns of loops and branches, but
 * nothing inside of built-in functions.
 */
export async function countSteps(actions: readonly (() => void)[]): Promise<readonly number[]> {
  const session = new Session();
  session.connect();
  // Optimized code does not count the calls that it has taken in.
  setFlagsFromString('--no-opt');
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const counts: number[] = [];
    for (const action of actions) {
      await session.post('Profiler.takePreciseCoverage');
      action();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ranges = result.flatMap(({ functions }) => functions.flatMap((found) => found.ranges));
      counts.push(ranges.reduce((sum, { count }) => sum + count, 0));
    }
    return counts;
  } finally {
    setFlagsFromString('--opt');
    session.disconnect();
  }
}
