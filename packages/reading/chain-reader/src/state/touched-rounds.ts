import { LRUCache } from 'lru-cache';
import type { ReadTouchedAccounts, TouchedAccounts } from '../blocks/touched-accounts.ts';
import { runForCaller } from '../look-up/caller.ts';

/** Accounts of rounds that are remembered, all together. One takes about 150 bytes. */
const TOUCHED_MAX = 200_000;

/** Accounts with transactions in a round. */
interface TouchedRound {
  readonly seqno: number;
  readonly accounts: TouchedAccounts;
}

export interface TouchedRoundsDependencies {
  readonly touchedAccounts: ReadTouchedAccounts;
  /** Is called with rounds that are new, in order, before their accounts are told. */
  readonly renew: (rounds: readonly TouchedRound[], firstSeqno: number) => Promise<void>;
}

/** Which accounts have transactions in rounds of a range. */
export interface TouchedRounds {
  /** Undefined while it is not remembered. */
  peek(seqno: number): TouchedAccounts | undefined;
  /** Whether it is remembered, or asked for by somebody. */
  isAsked(seqno: number): boolean;
  /** Asks together for rounds that are not remembered. False when one is not known, or states were not renewed. */
  know(seqnos: readonly number[], firstSeqno: number): Promise<boolean>;
}

/** Asks once for each round, and remembers what was told. */
export function createTouchedRounds({ touchedAccounts, renew }: TouchedRoundsDependencies): TouchedRounds {
  const rounds = new LRUCache<number, TouchedAccounts>({
    maxSize: TOUCHED_MAX,
    sizeCalculation: ({ size }) => size + 1,
  });
  const asked = new Map<number, Promise<boolean>>();

  const ask = async (seqnos: readonly number[], firstSeqno: number): Promise<boolean> => {
    try {
      // Their look-ups share queries.
      const all = await Promise.all(seqnos.map((seqno) => touchedAccounts(seqno, seqno)));
      const known = seqnos.flatMap((seqno, index) => {
        const accounts = all[index];
        return accounts === undefined ? [] : [{ seqno, accounts }];
      });
      await renew(known, firstSeqno);
      for (const { seqno, accounts } of known) rounds.set(seqno, accounts);
      return known.length === seqnos.length;
    } catch {
      // The states themselves are read then.
      return false;
    } finally {
      for (const seqno of seqnos) asked.delete(seqno);
    }
  };
  return {
    peek: (seqno) => rounds.peek(seqno),
    isAsked: (seqno) => rounds.has(seqno) || asked.has(seqno),
    async know(seqnos, firstSeqno) {
      const unknown = seqnos.filter((seqno) => rounds.get(seqno) === undefined);
      const unasked = unknown.filter((seqno) => !asked.has(seqno));
      if (unasked.length > 0) {
        // Not for one caller alone: others wait for it too.
        const asking = runForCaller(undefined, () => ask(unasked, firstSeqno));
        for (const seqno of unasked) asked.set(seqno, asking);
      }
      const answers = await Promise.all(unknown.flatMap((seqno) => asked.get(seqno) ?? []));
      return answers.every(Boolean);
    },
  };
}
