import type { OpenBlock } from '@tonriver/chain-builder';
import { type Hash, hashToHex } from '@tonriver/chain-model';
import type { Executor } from './executor.ts';
import { isCurrent, type RunOrder, type RunResult, runTransaction } from './run-transaction.ts';

/**
 * Runs transactions of one block before their turn, so that several threads have work. A result counts only if its
 * account has not changed until the turn comes; else the transaction is run again. So the block is the same as if
 * everything had been run in order.
 */
export interface RunsAhead {
  /** Begins a run, if another for the same account is not begun. `key` names the message. */
  begin(key: Hash, order: RunOrder): void;
  /** Returns the result of a transaction whose turn has come. */
  take(key: Hash, order: RunOrder): Promise<RunResult>;
  /** Waits until no run is left: their results are dropped. */
  settle(): Promise<void>;
}

export function createRunsAhead(block: OpenBlock, executor: Executor): RunsAhead {
  const begun = new Map<string, Promise<RunResult>>();
  const accounts = new Map<string, string>();
  return {
    begin(key, order) {
      const name = hashToHex(key);
      const account = hashToHex(order.account);
      if (begun.has(name) || accounts.has(account)) return;
      const run = runTransaction(block, executor, order);
      // Whoever takes the run gets its error; a run that nobody takes must not end the process.
      run.catch(() => undefined);
      begun.set(name, run);
      accounts.set(account, name);
    },
    async take(key, order) {
      const name = hashToHex(key);
      const run = begun.get(name);
      if (run === undefined) return await runTransaction(block, executor, order);
      const result = await run;
      begun.delete(name);
      accounts.delete(hashToHex(order.account));
      return isCurrent(result, block, order) ? result : await runTransaction(block, executor, order);
    },
    async settle() {
      await Promise.allSettled(begun.values());
      begun.clear();
      accounts.clear();
    },
  };
}
