import type { Recorded } from './recorded-rows.test-support.ts';

/** Members that were left out of comparisons: path of the member → how often. */
export type LeftOut = Map<string, number>;

/**
 * Prepares a recorded and a rebuilt transaction for `toEqual`: removes and counts the member that is newer than the
 * recording.
 */
export function comparable(recorded: Recorded, rebuilt: Recorded, leftOut: LeftOut): readonly [Recorded, Recorded] {
  const sides = [structuredClone(recorded), structuredClone(rebuilt)] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  // The recordings of 2025 are older than this member.
  if (!('finality' in sides[0])) {
    delete sides[1]['finality'];
    leftOut.set('finality', (leftOut.get('finality') ?? 0) + 1);
  }
  return sides;
}
