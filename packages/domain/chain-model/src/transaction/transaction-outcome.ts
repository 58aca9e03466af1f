import type { CellSlice } from '@tonriver/boc';
import { loadExtraCurrencies } from '../primitives/extra-currency.ts';
import { type ComputeOutcome, loadComputeOutcome } from './compute-phase.ts';
import { loadTransactionDescription, ordinaryTag } from './load-transaction-description.ts';
import { loadStatusChange } from './status-change.ts';
import type { TransactionDescription } from './transaction-description.ts';

/** How a transaction ended, without its fees and actions. */
export interface TransactionOutcome extends ComputeOutcome, Pick<TransactionDescription, 'type' | 'aborted'> {}

/** Reads no more of an ordinary description than its outcome: the rest is neither read nor checked. */
export function loadTransactionOutcome(slice: CellSlice): TransactionOutcome {
  if (slice.preloadUint(4) !== ordinaryTag) return outcomeOf(loadTransactionDescription(slice));
  // The tag and `credit_first`.
  slice.skipBits(4 + 1);
  if (slice.loadBit()) skipStoragePhase(slice);
  if (slice.loadBit()) skipCreditPhase(slice);
  const { exitCode, skipReason } = loadComputeOutcome(slice);
  if (slice.loadBit()) slice.skipRefs(1);
  return { type: 'ord', exitCode, skipReason, aborted: slice.loadBit() };
}

function outcomeOf({ type, computePhase, aborted }: TransactionDescription): TransactionOutcome {
  return {
    type,
    exitCode: computePhase?.type === 'vm' ? computePhase.exitCode : null,
    skipReason: computePhase?.type === 'skipped' ? computePhase.reason : null,
    aborted,
  };
}

function skipStoragePhase(slice: CellSlice): void {
  slice.skipCoins();
  skipMaybeCoins(slice);
  loadStatusChange(slice);
}

function skipCreditPhase(slice: CellSlice): void {
  skipMaybeCoins(slice);
  slice.skipCoins();
  loadExtraCurrencies(slice);
}

function skipMaybeCoins(slice: CellSlice): void {
  if (slice.loadBit()) slice.skipCoins();
}
