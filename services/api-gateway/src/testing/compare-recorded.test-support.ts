import type { Recorded } from './recorded-rows.test-support.ts';

/** What was left out of a comparison: path of the member → how often. */
export type LeftOut = Map<string, number>;

/**
 * Prepares a recorded and a rebuilt transaction for `toEqual`: the two members where we say more than the recorded
 * service did leave both sides, and are counted. Everything else stays.
 */
export function comparable(recorded: Recorded, rebuilt: Recorded, leftOut: LeftOut): readonly [Recorded, Recorded] {
  const sides = [structuredClone(recorded), structuredClone(rebuilt)] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  for (const state of ['account_state_before', 'account_state_after']) {
    dropStatus(sides, state, leftOut);
  }
  // The recordings of 2025 are older than this member.
  if (!('finality' in sides[0])) {
    delete sides[1]['finality'];
    leftOut.set('finality', (leftOut.get('finality') ?? 0) + 1);
  }
  return sides;
}

/** The transaction proves the status where the service had no state to read it from. */
function dropStatus(sides: readonly Record<string, unknown>[], name: string, leftOut: LeftOut): void {
  const [recorded, rebuilt] = sides.map((side) => side[name] as Record<string, unknown>);
  if (recorded === undefined || rebuilt === undefined || recorded['account_status'] !== null) return;
  const path = `${name}.account_status`;
  leftOut.set(path, (leftOut.get(path) ?? 0) + 1);
  delete recorded['account_status'];
  delete rebuilt['account_status'];
}
