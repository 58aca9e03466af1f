import type { AccountAddress } from '@tonriver/chain-model';
import type { AccountStateRow } from '@tonriver/row-schema';
import { accountText } from '../accounts/remembered-states.ts';
import { hexOf } from '../store/bytes.ts';
import type { IndexedBlock } from './indexed-block.ts';
import { createKnownStates, type StateVersion } from './known-states.ts';
import type { StoredAccount, TransactionInRound } from './stored-account.ts';
import { createTouchedRounds, type TouchedRoundsDependencies } from './touched-rounds.ts';

/** A state is not followed over more rounds. */
const FOLLOWED_MAX = 256;
/** A state is not renewed when it was not asked for in as many rounds. */
const UNUSED_MAX = 128;
/** Rounds that are asked about for one state: a caller who skips more would let us read thousands of rows for one. */
const ASKED_MAX = 8;
/** Rounds that are read ahead together, when they came faster than they are read. */
const AHEAD_MAX = 32;
/** Accounts whose new states are read together. Those of more are read when they are asked for. */
const RENEWED_MAX = 1_000;

export interface RememberedAccountsDependencies {
  readonly read: (address: AccountAddress, block: IndexedBlock) => Promise<StoredAccount>;
  readonly touchedAccounts: TouchedRoundsDependencies['touchedAccounts'];
  /** Returns the states of accounts after transactions, each in its round. */
  readonly readChanged: (changes: readonly TransactionInRound[]) => Promise<readonly AccountStateRow[]>;
}

export interface RememberedAccounts {
  /** The indexed state of an account at a block. */
  read(address: AccountAddress, block: IndexedBlock): Promise<StoredAccount>;
  /** Reads what a round changed in accounts that were asked for lately. What cannot be read is left out. */
  readAhead(block: IndexedBlock): Promise<void>;
}

/**
 * Reads the indexed states of accounts, and remembers them.
 *
 * Without a transaction an account stays as it is. So for later rounds it is enough to know which accounts have
 * transactions in them, and to read the new states of those: two questions for some rounds instead of one for each
 * account and round. Some older states are remembered too, for those who ask at a round that others have passed.
 */
export function createRememberedAccounts({
  read,
  touchedAccounts,
  readChanged,
}: RememberedAccountsDependencies): RememberedAccounts {
  const states = createKnownStates();
  /** Reads the newest states of accounts with transactions in some rounds that were asked for lately. */
  const renew: TouchedRoundsDependencies['renew'] = async (touched, firstSeqno) => {
    const changes = new Map<string, TransactionInRound & { readonly usedAt: number }>();
    for (const { seqno, accounts } of touched.toReversed()) {
      for (const [account, lt] of accounts) {
        const known = states.newest(account, firstSeqno);
        if (known === undefined || known.version.to >= seqno || changes.has(account)) continue;
        const { version, usedAt } = known;
        if (version.stored === 'absent' || seqno - usedAt > UNUSED_MAX) continue;
        const { workchain, account: hash } = version.stored;
        if (changes.size < RENEWED_MAX) changes.set(account, { workchain, account: hash, lt, round: seqno, usedAt });
      }
    }
    if (changes.size === 0) return;
    for (const stored of await readChanged([...changes.values()])) {
      const account = textOf(stored);
      const change = changes.get(account);
      if (change === undefined) continue;
      const { round, usedAt } = change;
      states.remember(account, firstSeqno, { stored, from: round, to: round }, usedAt);
    }
  };
  const rounds = createTouchedRounds({ touchedAccounts, renew });
  let readAheadTo = 0;
  /** Follows what is known of an account to a round; undefined when that is not possible. */
  const follow = async (account: string, seqno: number, firstSeqno: number): Promise<StateVersion | undefined> => {
    let known = states.before(account, seqno, firstSeqno);
    while (known !== undefined) {
      const { to } = known;
      if (seqno <= to) return known;
      if (seqno - to > FOLLOWED_MAX) return undefined;
      const seqnos = roundsBetween(to, seqno);
      if (seqnos.filter((one) => !rounds.isAsked(one)).length > ASKED_MAX) return undefined;
      const missing = seqnos.filter((one) => rounds.peek(one) === undefined);
      if (missing.length > 0 && !(await rounds.know(missing, firstSeqno))) return undefined;
      if (seqnos.every((one) => rounds.peek(one)?.has(account) === false)) return { ...known, to: seqno };
      // Perhaps it was renewed meanwhile.
      known = states.before(account, seqno, firstSeqno);
      if (known !== undefined && known.to <= to) return undefined;
    }
    return undefined;
  };

  return {
    async read(address, block) {
      const account = accountText({ workchain: address.workchain, accountHex: hexOf(address.hash) });
      const { seqno } = block;
      const { firstSeqno } = block.range;
      const known = await follow(account, seqno, firstSeqno);
      const stored = known?.stored ?? (await read(address, block));
      if (stored !== 'unknown') {
        states.remember(account, firstSeqno, { from: seqno, to: seqno, ...known, stored }, seqno);
      }
      return stored;
    },
    async readAhead({ seqno, range: { firstSeqno } }) {
      // Rounds that were left out are asked about too, as a state has to be followed over all of them.
      const from = Math.max(firstSeqno, readAheadTo + 1, seqno - AHEAD_MAX + 1);
      if (from > seqno) return;
      readAheadTo = seqno;
      await rounds.know(roundsBetween(from - 1, seqno), firstSeqno);
    },
  };
}

/** Behind the first, up to the last. */
function roundsBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first }, (_, index) => first + 1 + index);
}

function textOf({ workchain, account }: Pick<AccountStateRow, 'workchain' | 'account'>): string {
  return accountText({ workchain, accountHex: hexOf(account) });
}
