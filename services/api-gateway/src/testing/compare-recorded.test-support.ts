import type { Recorded } from './recorded-rows.test-support.ts';

/** Members of account states that only stored states can tell. */
const STATE_MEMBERS = ['balance', 'extra_currencies', 'account_status', 'frozen_hash', 'data_hash', 'code_hash'];

/** What was left out of a comparison: path of the member → how often. */
export type LeftOut = Map<string, number>;

/**
 * Prepares a recorded and a rebuilt transaction for `toEqual`: members that are not stored yet leave both sides and are
 * counted. Everything else stays.
 */
export function comparable(recorded: Recorded, rebuilt: Recorded, leftOut: LeftOut): readonly [Recorded, Recorded] {
  const sides = [structuredClone(recorded), structuredClone(rebuilt)] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  for (const state of ['account_state_before', 'account_state_after']) {
    for (const member of STATE_MEMBERS) dropMember(sides, state, member, leftOut);
  }
  // The recordings of 2025 are older than this member.
  if (!('finality' in sides[0])) {
    delete sides[1]['finality'];
    leftOut.set('finality', (leftOut.get('finality') ?? 0) + 1);
  }
  return sides;
}

function dropMember(sides: readonly Record<string, unknown>[], parent: string, member: string, leftOut: LeftOut): void {
  const [recorded, rebuilt] = sides.map((side) => side[parent] as Record<string, unknown>);
  if (recorded === undefined || rebuilt === undefined) return;
  if (JSON.stringify(recorded[member]) !== JSON.stringify(rebuilt[member])) {
    // Not stored is null. The status is the one member where we say more: the transaction proves it where the service
    // had no state to read it from.
    if (rebuilt[member] !== null && !(member === 'account_status' && recorded[member] === null)) return;
    const path = `${parent}.${member}`;
    leftOut.set(path, (leftOut.get(path) ?? 0) + 1);
    delete recorded[member];
    delete rebuilt[member];
  }
}
