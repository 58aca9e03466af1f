import { LRUCache } from 'lru-cache';
import type { ReadTouchedAccounts, TouchedAccounts } from '../blocks/touched-accounts.ts';
import { runForCaller } from '../look-up/caller.ts';

/** Accounts of rounds that are remembered, all together. One takes about 150 bytes. */
const TOUCHED_MAX = 200_000;

export interface TouchedRoundsDependencies {
  readonly touchedAccounts: ReadTouchedAccounts;
  /** Is called for a round before its accounts are told. */
  readonly renew: (touched: TouchedAccounts, seqno: number, firstSeqno: number) => Promise<void>;
}

/** Which accounts have transactions in rounds of a range. */
export interface TouchedRounds {
  /** Undefined while it is not remembered. */
  peek(seqno: number): TouchedAccounts | undefined;
  /** Asks for it if need be. Undefined when it is not known, or the states could not be renewed. */
  find(seqno: number, firstSeqno: number): Promise<TouchedAccounts | undefined>;
}

/** Asks once for each round, and remembers what was told. */
export function createTouchedRounds({ touchedAccounts, renew }: TouchedRoundsDependencies): TouchedRounds {
  const rounds = new LRUCache<number, TouchedAccounts>({
    maxSize: TOUCHED_MAX,
    sizeCalculation: ({ size }) => size + 1,
  });
  const asked = new Map<number, Promise<TouchedAccounts | undefined>>();

  const ask = async (seqno: number, firstSeqno: number): Promise<TouchedAccounts | undefined> => {
    try {
      const touched = await touchedAccounts(seqno, seqno);
      if (touched === undefined) return undefined;
      await renew(touched, seqno, firstSeqno);
      rounds.set(seqno, touched);
      return touched;
    } catch {
      // The states themselves are read then.
      return undefined;
    } finally {
      asked.delete(seqno);
    }
  };
  return {
    peek: (seqno) => rounds.peek(seqno),
    async find(seqno, firstSeqno) {
      const known = rounds.get(seqno);
      if (known !== undefined) return known;
      const started = asked.get(seqno);
      if (started !== undefined) return await started;
      // Not for one caller alone: others wait for it too.
      const asking = runForCaller(undefined, () => ask(seqno, firstSeqno));
      asked.set(seqno, asking);
      return await asking;
    },
  };
}
