import type { AccountAddress } from '@tonriver/chain-model';
import { LRUCache } from 'lru-cache';
import { accountText } from '../accounts/remembered-codes.ts';
import { runForCaller } from '../look-up/caller.ts';
import { hexOf } from '../store/bytes.ts';
import type { IndexedBlock } from './indexed-block.ts';
import type { StoredAccount } from './stored-account.ts';

/** Bytes of states that are remembered. */
const STATES_BYTES_MAX = 32 * 1024 * 1024;
/** What a state takes besides its `raw_boc`. */
const STATE_BYTES = 1_500;
/** A state is not followed over more rounds: reading it costs less than asking what changed in them. */
const ROUNDS_MAX = 32;
/** Accounts of rounds that are remembered, all together. One takes about 150 bytes. */
const TOUCHED_MAX = 200_000;

export interface RememberedAccountsDependencies {
  readonly read: (address: AccountAddress, block: IndexedBlock) => Promise<StoredAccount>;
  /** Returns the accounts with transactions in these rounds, by `accountText`; undefined when not all are known. */
  readonly touchedAccounts: (firstSeqno: number, lastSeqno: number) => Promise<readonly string[] | undefined>;
}

/** A state that was certain at a round of a range. */
interface RememberedState {
  readonly stored: Exclude<StoredAccount, 'unknown'>;
  readonly seqno: number;
  readonly firstSeqno: number;
}

/**
 * Returns what reads the indexed state of an account at a block, and remembers it. Without a transaction an account
 * stays as it is, so for later rounds it is enough to know which accounts have transactions in them: a question for
 * each round instead of one for each account and round.
 */
export function createRememberedAccounts({
  read,
  touchedAccounts,
}: RememberedAccountsDependencies): RememberedAccountsDependencies['read'] {
  const states = new LRUCache<string, RememberedState>({
    maxSize: STATES_BYTES_MAX,
    sizeCalculation: ({ stored }) => STATE_BYTES + (stored === 'absent' ? 0 : stored.rawBoc.length),
  });
  const rounds = new LRUCache<number, ReadonlySet<string>>({
    maxSize: TOUCHED_MAX,
    sizeCalculation: ({ size }) => size + 1,
  });
  const asked = new Map<number, Promise<ReadonlySet<string> | undefined>>();

  const ask = async (seqno: number): Promise<ReadonlySet<string> | undefined> => {
    try {
      const accounts = await touchedAccounts(seqno, seqno);
      if (accounts === undefined) return undefined;
      const touched = new Set(accounts);
      rounds.set(seqno, touched);
      return touched;
    } catch {
      // The state itself is read then.
      return undefined;
    } finally {
      asked.delete(seqno);
    }
  };
  const touchedIn = async (seqno: number): Promise<ReadonlySet<string> | undefined> => {
    const known = rounds.get(seqno);
    if (known !== undefined) return known;
    const started = asked.get(seqno);
    if (started !== undefined) return await started;
    // Not for one caller alone: others wait for it too.
    const asking = runForCaller(undefined, () => ask(seqno));
    asked.set(seqno, asking);
    return await asking;
  };
  const staysTo = async (account: string, from: number, to: number): Promise<boolean> => {
    const seqnos = Array.from({ length: to - from }, (_, index) => from + 1 + index);
    const touched = await Promise.all(seqnos.map(touchedIn));
    return touched.every((accounts) => accounts !== undefined && !accounts.has(account));
  };

  return async (address, block) => {
    const account = accountText({ workchain: address.workchain, accountHex: hexOf(address.hash) });
    const { seqno } = block;
    const { firstSeqno } = block.range;
    const known = states.get(account);
    if (known !== undefined && known.firstSeqno === firstSeqno && isNear(known.seqno, seqno)) {
      if (await staysTo(account, known.seqno, seqno)) {
        remember(account, { ...known, seqno });
        return known.stored;
      }
    }
    const stored = await read(address, block);
    if (stored !== 'unknown') remember(account, { stored, seqno, firstSeqno });
    return stored;
  };

  /** What is known of a later round of the same range is kept. */
  function remember(account: string, state: RememberedState): void {
    const known = states.get(account);
    if (known === undefined || known.firstSeqno !== state.firstSeqno || known.seqno <= state.seqno) {
      states.set(account, state);
    }
  }
}

function isNear(from: number, to: number): boolean {
  return from <= to && to - from <= ROUNDS_MAX;
}
