import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { loadStorageUsed, type StorageUsed, storeStorageUsed } from '../account/storage-used.ts';
import { loadMaybeGrams, storeMaybeGrams } from '../primitives/grams.ts';
import type { Hash } from '../primitives/hash.ts';
import { loadStatusChange, type StatusChange, storeStatusChange } from './status-change.ts';

/** The result of the actions of the code. Amounts in nanograms. */
export interface ActionPhase {
  readonly success: boolean;
  readonly valid: boolean;
  readonly noFunds: boolean;
  readonly statusChange: StatusChange;
  readonly totalForwardFees: bigint | null;
  readonly totalActionFees: bigint | null;
  readonly resultCode: number;
  readonly resultArgument: number | null;
  readonly totalActions: number;
  readonly specialActions: number;
  readonly skippedActions: number;
  readonly messagesCreated: number;
  readonly actionListHash: Hash;
  readonly totalMessageSize: StorageUsed;
}

/**
 * Reads:
 *
 * ```tlb
 * tr_phase_action$_ success:Bool valid:Bool no_funds:Bool
 *   status_change:AccStatusChange
 *   total_fwd_fees:(Maybe Grams) total_action_fees:(Maybe Grams)
 *   result_code:int32 result_arg:(Maybe int32) tot_actions:uint16
 *   spec_actions:uint16 skipped_actions:uint16 msgs_created:uint16
 *   action_list_hash:bits256 tot_msg_size:StorageUsed
 *   = TrActionPhase;
 * ```
 */
export function loadActionPhase(slice: CellSlice): ActionPhase {
  return {
    success: slice.loadBit(),
    valid: slice.loadBit(),
    noFunds: slice.loadBit(),
    statusChange: loadStatusChange(slice),
    totalForwardFees: loadMaybeGrams(slice),
    totalActionFees: loadMaybeGrams(slice),
    resultCode: slice.loadInt(32),
    resultArgument: slice.loadBit() ? slice.loadInt(32) : null,
    totalActions: slice.loadUint(16),
    specialActions: slice.loadUint(16),
    skippedActions: slice.loadUint(16),
    messagesCreated: slice.loadUint(16),
    actionListHash: slice.loadBytes(32),
    totalMessageSize: loadStorageUsed(slice),
  };
}

/** Writes what `loadActionPhase` reads. */
export function storeActionPhase(builder: CellBuilder, phase: ActionPhase): void {
  builder.storeBit(phase.success).storeBit(phase.valid).storeBit(phase.noFunds);
  storeStatusChange(builder, phase.statusChange);
  storeMaybeGrams(builder, phase.totalForwardFees);
  storeMaybeGrams(builder, phase.totalActionFees);
  builder.storeInt(phase.resultCode, 32).storeBit(phase.resultArgument !== null);
  if (phase.resultArgument !== null) builder.storeInt(phase.resultArgument, 32);
  builder.storeUint(phase.totalActions, 16).storeUint(phase.specialActions, 16);
  builder.storeUint(phase.skippedActions, 16).storeUint(phase.messagesCreated, 16);
  builder.storeBytes(phase.actionListHash);
  storeStorageUsed(builder, phase.totalMessageSize);
}
