import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import type { Hash } from '../primitives/hash.ts';
import { closeReference, storeInCell } from '../primitives/reference.ts';
import { loadSmallVarUint, storeSmallVarUint } from '../primitives/small-var-uint.ts';

/** Why no code ran. */
type ComputeSkipReason = 'no_state' | 'bad_state' | 'no_gas' | 'suspended';

/** No code ran. */
interface ComputePhaseSkipped {
  readonly type: 'skipped';
  readonly reason: ComputeSkipReason;
}

/** The virtual machine ran. Gas in units; `gasFees` in nanograms. */
export interface ComputePhaseVm {
  readonly type: 'vm';
  readonly success: boolean;
  /** The state came with the message. */
  readonly messageStateUsed: boolean;
  readonly accountActivated: boolean;
  readonly gasFees: bigint;
  readonly gasUsed: number;
  readonly gasLimit: number;
  readonly gasCredit: number | null;
  readonly mode: number;
  readonly exitCode: number;
  readonly exitArgument: number | null;
  readonly vmSteps: number;
  readonly vmInitStateHash: Hash;
  readonly vmFinalStateHash: Hash;
}

export type ComputePhase = ComputePhaseSkipped | ComputePhaseVm;

/** One object per reason, so that reading allocates nothing. */
const skippedByReason: Record<ComputeSkipReason, ComputePhaseSkipped> = {
  no_state: Object.freeze({ type: 'skipped', reason: 'no_state' }),
  bad_state: Object.freeze({ type: 'skipped', reason: 'bad_state' }),
  no_gas: Object.freeze({ type: 'skipped', reason: 'no_gas' }),
  suspended: Object.freeze({ type: 'skipped', reason: 'suspended' }),
};

/**
 * Reads:
 *
 * ```tlb
 * tr_phase_compute_skipped$0 reason:ComputeSkipReason
 *   = TrComputePhase;
 * tr_phase_compute_vm$1 success:Bool msg_state_used:Bool
 *   account_activated:Bool gas_fees:Grams
 *   ^[ gas_used:(VarUInteger 7)
 *      gas_limit:(VarUInteger 7) gas_credit:(Maybe (VarUInteger 3))
 *      mode:int8 exit_code:int32 exit_arg:(Maybe int32)
 *      vm_steps:uint32
 *      vm_init_state_hash:bits256 vm_final_state_hash:bits256 ]
 *   = TrComputePhase;
 * cskip_no_state$00 = ComputeSkipReason;
 * cskip_bad_state$01 = ComputeSkipReason;
 * cskip_no_gas$10 = ComputeSkipReason;
 * cskip_suspended$110 = ComputeSkipReason;
 * ```
 */
export function loadComputePhase(slice: CellSlice): ComputePhase {
  if (!slice.loadBit()) return loadSkipped(slice);
  const success = slice.loadBit();
  const messageStateUsed = slice.loadBit();
  const accountActivated = slice.loadBit();
  const gasFees = slice.loadCoins();
  const details = slice.loadRefSlice();
  const phase: ComputePhaseVm = {
    type: 'vm',
    success,
    messageStateUsed,
    accountActivated,
    gasFees,
    gasUsed: loadSmallVarUint(details, 7),
    gasLimit: loadSmallVarUint(details, 7),
    gasCredit: details.loadBit() ? loadSmallVarUint(details, 3) : null,
    mode: details.loadInt(8),
    exitCode: details.loadInt(32),
    exitArgument: details.loadBit() ? details.loadInt(32) : null,
    vmSteps: details.loadUint(32),
    vmInitStateHash: details.loadBytes(32),
    vmFinalStateHash: details.loadBytes(32),
  };
  closeReference(slice, details, 'TrComputePhase');
  return phase;
}

/** How the phase ended. */
export interface ComputeOutcome {
  /** Null when no code ran. */
  readonly exitCode: number | null;
  /** Null when code ran, and without a phase. */
  readonly skipReason: ComputeSkipReason | null;
}

/** Reads what `loadComputePhase` reads, and refuses what it refuses. */
export function loadComputeOutcome(slice: CellSlice): ComputeOutcome {
  if (!slice.loadBit()) return { exitCode: null, skipReason: loadSkipped(slice).reason };
  // Success, the origin of the state, activation and fees.
  slice.skipBits(3);
  slice.skipCoins();
  const details = slice.loadRefSlice();
  loadSmallVarUint(details, 7);
  loadSmallVarUint(details, 7);
  if (details.loadBit()) loadSmallVarUint(details, 3);
  details.skipBits(8);
  const exitCode = details.loadInt(32);
  if (details.loadBit()) details.skipBits(32);
  // Steps and the hashes of two states.
  details.skipBits(32 + 256 + 256);
  closeReference(slice, details, 'TrComputePhase');
  return { exitCode, skipReason: null };
}

/** Writes what `loadComputePhase` reads. */
export function storeComputePhase(builder: CellBuilder, phase: ComputePhase): void {
  if (phase.type === 'skipped') {
    builder.storeBit(0);
    storeSkipReason(builder, phase.reason);
    return;
  }
  builder.storeBit(1).storeBit(phase.success).storeBit(phase.messageStateUsed).storeBit(phase.accountActivated);
  builder.storeCoins(phase.gasFees).storeRef(storeInCell(storeDetails, phase));
}

function storeDetails(builder: CellBuilder, phase: ComputePhaseVm): void {
  storeSmallVarUint(builder, phase.gasUsed, 7);
  storeSmallVarUint(builder, phase.gasLimit, 7);
  builder.storeBit(phase.gasCredit !== null);
  if (phase.gasCredit !== null) storeSmallVarUint(builder, phase.gasCredit, 3);
  builder
    .storeInt(phase.mode, 8)
    .storeInt(phase.exitCode, 32)
    .storeBit(phase.exitArgument !== null);
  if (phase.exitArgument !== null) builder.storeInt(phase.exitArgument, 32);
  builder.storeUint(phase.vmSteps, 32).storeBytes(phase.vmInitStateHash).storeBytes(phase.vmFinalStateHash);
}

function loadSkipped(slice: CellSlice): ComputePhaseSkipped {
  const reason = slice.loadUint(2);
  if (reason === 0b00) return skippedByReason.no_state;
  if (reason === 0b01) return skippedByReason.bad_state;
  if (reason === 0b10) return skippedByReason.no_gas;
  if (slice.loadBit()) throw badTag('ComputeSkipReason', 0b111);
  return skippedByReason.suspended;
}

function storeSkipReason(builder: CellBuilder, reason: ComputeSkipReason): void {
  switch (reason) {
    case 'no_state':
      builder.storeUint(0b00, 2);
      return;
    case 'bad_state':
      builder.storeUint(0b01, 2);
      return;
    case 'no_gas':
      builder.storeUint(0b10, 2);
      return;
    case 'suspended':
      builder.storeUint(0b110, 3);
  }
}
