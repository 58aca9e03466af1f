import { LRUCache } from 'lru-cache';
import type { StoredAccount } from './stored-account.ts';

/** Bytes of states that are remembered. */
const STATES_BYTES_MAX = 32 * 1024 * 1024;
/** What a state takes besides its `raw_boc`. */
const STATE_BYTES = 1_500;

/** States of one account that are remembered. */
const VERSIONS_MAX = 8;

/** A state that is certain at some rounds, the last one included. */
export interface StateVersion {
  readonly stored: Exclude<StoredAccount, 'unknown'>;
  readonly from: number;
  readonly to: number;
}

/** The states of one account, the newest last. Their rounds do not overlap, and there may be rounds between them. */
type StateVersions = readonly StateVersion[];

/** What is remembered of an account in one range of rounds. */
interface RememberedAccount {
  readonly firstSeqno: number;
  readonly versions: StateVersions;
  /** The newest round at which it was asked for. */
  readonly usedAt: number;
}

/** The newest states of accounts in the range that begins with a round, as many as there is room for. */
export interface KnownStates {
  /** The newest state that begins at the round or before it. */
  before(account: string, seqno: number, firstSeqno: number): StateVersion | undefined;
  /** The newest state, and the newest round at which the account was asked for. Does not count as asking. */
  newest(account: string, firstSeqno: number): { readonly version: StateVersion; readonly usedAt: number } | undefined;
  /** What is known of the account in another range is forgotten. */
  remember(account: string, firstSeqno: number, version: StateVersion, usedAt: number): void;
}

export function createKnownStates(): KnownStates {
  const states = new LRUCache<string, RememberedAccount>({
    maxSize: STATES_BYTES_MAX,
    sizeCalculation: ({ versions }) => versions.reduce((sum, { stored }) => sum + bytesOf(stored), 0),
  });
  const inRange = (known: RememberedAccount | undefined, firstSeqno: number): RememberedAccount | undefined =>
    known?.firstSeqno === firstSeqno ? known : undefined;
  return {
    before: (account, seqno, firstSeqno) =>
      inRange(states.get(account), firstSeqno)?.versions.findLast(({ from }) => from <= seqno),
    newest(account, firstSeqno) {
      const known = inRange(states.peek(account), firstSeqno);
      const version = known?.versions.at(-1);
      return known === undefined || version === undefined ? undefined : { version, usedAt: known.usedAt };
    },
    remember(account, firstSeqno, version, usedAt) {
      const known = inRange(states.peek(account), firstSeqno);
      const versions = withVersion(known?.versions ?? [], version);
      states.set(account, { firstSeqno, versions, usedAt: Math.max(usedAt, known?.usedAt ?? 0) });
    },
  };
}

function bytesOf(stored: StateVersion['stored']): number {
  return STATE_BYTES + (stored === 'absent' ? 0 : stored.rawBoc.length);
}

/** Adds a state, or rounds of one that is known. The oldest ones are dropped when there are too many. */
function withVersion(versions: StateVersions, added: StateVersion): StateVersions {
  const others = versions.filter(({ from, to }) => to < added.from || from > added.to);
  const same = versions.filter((one) => !others.includes(one));
  const merged = {
    stored: same[0]?.stored ?? added.stored,
    from: Math.min(added.from, ...same.map(({ from }) => from)),
    to: Math.max(added.to, ...same.map(({ to }) => to)),
  };
  return [...others, merged].toSorted((left, right) => left.from - right.from).slice(-VERSIONS_MAX);
}
