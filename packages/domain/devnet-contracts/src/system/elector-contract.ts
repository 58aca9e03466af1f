import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import { tickTockState } from '../contract-state.ts';
import { operation } from '../message-parts.ts';
import { electorCode } from './generated/elector-code.ts';

/** Where the elector of the devnet is: parameter 1 of its configuration. */
export const electorAddress: AccountAddress = { workchain: -1, hash: new Uint8Array(32).fill(0x33) };

const stakeSignatureTag = 0x654c5074;

/** A stake, as TON's elector takes it. */
export interface Stake {
  /** The election's id: when its validators begin, Unix time in seconds. */
  readonly stakeAt: number;
  /** In 1/65536; at least 65536. */
  readonly maxFactor: number;
  /** 32 bytes. */
  readonly adnlAddress: Uint8Array;
}

/** The first state of the elector: no election, no credits. */
export function electorState(): StateInit<Cell> {
  return tickTockState(electorCode, new CellBuilder().storeUint(0, 32).storeBit(0).endCell());
}

/** The bytes that the validator's key signs; `wallet` is the hash of the staking address in the masterchain. */
export function stakeToSign(stake: Stake, wallet: Uint8Array): Uint8Array {
  return new CellBuilder()
    .storeUint(stakeSignatureTag, 32)
    .storeUint(stake.stakeAt, 32)
    .storeUint(stake.maxFactor, 32)
    .storeBytes(wallet)
    .storeBytes(stake.adnlAddress)
    .endCell()
    .bits.slice();
}

/**
 * ```tlb
 * new_stake#4e73744b query_id:uint64 validator_pubkey:bits256 stake_at:uint32 max_factor:uint32 adnl_addr:bits256
 *   signature:^bits512 = InternalMsgBody;
 * ```
 *
 * With query id 0 the elector confirms nothing.
 */
export function newStakeBody(
  queryId: bigint,
  stake: Stake,
  signer: { readonly publicKey: Uint8Array; readonly signature: Uint8Array },
): Cell {
  return operation(0x4e73744b, queryId)
    .storeBytes(signer.publicKey)
    .storeUint(stake.stakeAt, 32)
    .storeUint(stake.maxFactor, 32)
    .storeBytes(stake.adnlAddress)
    .storeRef(new CellBuilder().storeBytes(signer.signature).endCell())
    .endCell();
}

/** `recover_stake#47657424 query_id:uint64`: asks for everything that was credited. */
export function recoverStakeBody(queryId: bigint): Cell {
  return operation(0x47657424, queryId).endCell();
}
