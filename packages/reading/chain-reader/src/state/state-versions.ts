import type { StoredAccount } from './stored-account.ts';

/** States of one account that are remembered. */
const VERSIONS_MAX = 8;

/** A state that is certain at some rounds, the last one included. */
export interface StateVersion {
  readonly stored: Exclude<StoredAccount, 'unknown'>;
  readonly from: number;
  readonly to: number;
}

/** The states of one account, the newest last. Their rounds do not overlap, and there may be rounds between them. */
export type StateVersions = readonly StateVersion[];

/** The newest one that begins at the round or before it. */
export function versionBefore(versions: StateVersions, seqno: number): StateVersion | undefined {
  return versions.findLast(({ from }) => from <= seqno);
}

/** Adds a state, or rounds of one that is known. The oldest ones are dropped when there are too many. */
export function withVersion(versions: StateVersions, added: StateVersion): StateVersions {
  const others = versions.filter(({ from, to }) => to < added.from || from > added.to);
  const same = versions.filter((one) => !others.includes(one));
  const merged = {
    stored: same[0]?.stored ?? added.stored,
    from: Math.min(added.from, ...same.map(({ from }) => from)),
    to: Math.max(added.to, ...same.map(({ to }) => to)),
  };
  return [...others, merged].toSorted((left, right) => left.from - right.from).slice(-VERSIONS_MAX);
}
