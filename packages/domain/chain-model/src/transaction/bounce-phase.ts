import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { loadStorageUsed, type StorageUsed, storeStorageUsed } from '../account/storage-used.ts';

/** The result of returning the money. All kinds have the same fields; those that do not apply are null. */
export type BouncePhase = BouncePhaseNegativeFunds | BouncePhaseNoFunds | BouncePhaseOk;

interface BouncePhaseNegativeFunds {
  readonly type: 'negfunds';
  readonly messageSize: null;
  readonly requiredForwardFees: null;
  readonly messageFees: null;
  readonly forwardFees: null;
}

/** There was not enough for the fees of the bounced message. Amounts in nanograms. */
interface BouncePhaseNoFunds {
  readonly type: 'nofunds';
  readonly messageSize: StorageUsed;
  readonly requiredForwardFees: bigint;
  readonly messageFees: null;
  readonly forwardFees: null;
}

/** The message was sent back. Amounts in nanograms. */
interface BouncePhaseOk {
  readonly type: 'ok';
  readonly messageSize: StorageUsed;
  readonly requiredForwardFees: null;
  readonly messageFees: bigint;
  readonly forwardFees: bigint;
}

/**
 * Reads:
 *
 * ```tlb
 * tr_phase_bounce_negfunds$00 = TrBouncePhase;
 * tr_phase_bounce_nofunds$01 msg_size:StorageUsed
 *   req_fwd_fees:Grams = TrBouncePhase;
 * tr_phase_bounce_ok$1 msg_size:StorageUsed
 *   msg_fees:Grams fwd_fees:Grams = TrBouncePhase;
 * ```
 */
export function loadBouncePhase(slice: CellSlice): BouncePhase {
  if (slice.loadBit()) {
    return {
      type: 'ok',
      messageSize: loadStorageUsed(slice),
      requiredForwardFees: null,
      messageFees: slice.loadCoins(),
      forwardFees: slice.loadCoins(),
    };
  }
  if (slice.loadBit()) {
    return {
      type: 'nofunds',
      messageSize: loadStorageUsed(slice),
      requiredForwardFees: slice.loadCoins(),
      messageFees: null,
      forwardFees: null,
    };
  }
  return { type: 'negfunds', messageSize: null, requiredForwardFees: null, messageFees: null, forwardFees: null };
}

/** Writes what `loadBouncePhase` reads. */
export function storeBouncePhase(builder: CellBuilder, phase: BouncePhase): void {
  switch (phase.type) {
    case 'negfunds':
      builder.storeUint(0b00, 2);
      return;
    case 'nofunds':
      builder.storeUint(0b01, 2);
      storeStorageUsed(builder, phase.messageSize);
      builder.storeCoins(phase.requiredForwardFees);
      return;
    case 'ok':
      builder.storeBit(1);
      storeStorageUsed(builder, phase.messageSize);
      builder.storeCoins(phase.messageFees).storeCoins(phase.forwardFees);
  }
}
