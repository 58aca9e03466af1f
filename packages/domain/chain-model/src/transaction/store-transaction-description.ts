import type { Cell, CellBuilder } from '@tonriver/boc';
import { storeMaybe } from '../primitives/maybe.ts';
import { storeInCell } from '../primitives/reference.ts';
import { type ActionPhase, storeActionPhase } from './action-phase.ts';
import { storeBouncePhase } from './bounce-phase.ts';
import { type ComputePhase, storeComputePhase } from './compute-phase.ts';
import { storeCreditPhase } from './credit-phase.ts';
import { storeSplitMergeInfo } from './split-merge-info.ts';
import { storeStoragePhase } from './storage-phase.ts';
import type { TransactionDescription } from './transaction-description.ts';

/** Writes what `loadTransactionDescription` reads. */
export function storeTransactionDescription(builder: CellBuilder, value: TransactionDescription<Cell>): void {
  switch (value.type) {
    case 'ord':
      builder.storeUint(0b0000, 4).storeBit(value.creditFirst);
      storeMaybe(builder, value.storagePhase, storeStoragePhase);
      storeMaybe(builder, value.creditPhase, storeCreditPhase);
      storeRun(builder, value);
      builder.storeBit(value.aborted);
      storeMaybe(builder, value.bouncePhase, storeBouncePhase);
      builder.storeBit(value.destroyed);
      return;
    case 'storage':
      builder.storeUint(0b0001, 4);
      storeStoragePhase(builder, value.storagePhase);
      return;
    case 'tick_tock':
      builder.storeUint(0b001, 3).storeBit(value.isTock);
      storeStoragePhase(builder, value.storagePhase);
      storeRun(builder, value);
      builder.storeBit(value.aborted).storeBit(value.destroyed);
      return;
    case 'split_prepare':
      builder.storeUint(0b0100, 4);
      storeSplitMergeInfo(builder, value.splitInfo);
      storeMaybe(builder, value.storagePhase, storeStoragePhase);
      storeRun(builder, value);
      builder.storeBit(value.aborted).storeBit(value.destroyed);
      return;
    case 'split_install':
      builder.storeUint(0b0101, 4);
      storeSplitMergeInfo(builder, value.splitInfo);
      builder.storeRef(value.prepareTransaction).storeBit(value.installed);
      return;
    case 'merge_prepare':
      builder.storeUint(0b0110, 4);
      storeSplitMergeInfo(builder, value.splitInfo);
      storeStoragePhase(builder, value.storagePhase);
      builder.storeBit(value.aborted);
      return;
    case 'merge_install':
      builder.storeUint(0b0111, 4);
      storeSplitMergeInfo(builder, value.splitInfo);
      builder.storeRef(value.prepareTransaction);
      storeMaybe(builder, value.storagePhase, storeStoragePhase);
      storeMaybe(builder, value.creditPhase, storeCreditPhase);
      storeRun(builder, value);
      builder.storeBit(value.aborted).storeBit(value.destroyed);
  }
}

/** `compute_ph:TrComputePhase action:(Maybe ^TrActionPhase)`, which follow each other in every kind that has them. */
function storeRun(
  builder: CellBuilder,
  value: { readonly computePhase: ComputePhase; readonly actionPhase: ActionPhase | null },
): void {
  storeComputePhase(builder, value.computePhase);
  builder.storeBit(value.actionPhase !== null);
  if (value.actionPhase !== null) builder.storeRef(storeInCell(storeActionPhase, value.actionPhase));
}
