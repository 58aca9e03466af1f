import type { TransactionDescription } from './index.ts';
import type { TransactionOutcome } from './transaction-outcome.ts';

/** What the outcome of a transaction must be, from its whole description. */
export function outcomeOf({ type, computePhase, aborted }: TransactionDescription): TransactionOutcome {
  return {
    type,
    exitCode: computePhase?.type === 'vm' ? computePhase.exitCode : null,
    skipReason: computePhase?.type === 'skipped' ? computePhase.reason : null,
    aborted,
  };
}
