import type { Hash } from '../primitives/index.ts';
import { type Codec, coins, hash, record, reference, uint, union, variant } from './codec.ts';
import { hashKey, hashmapE } from './dictionary-codec.ts';

/** An oracle of a bridge: its address, and its key on the other chain. */
interface BridgeOracle {
  readonly address: Hash;
  readonly key: Hash;
}

/** Configuration parameters 71, 72, 73: bridges of the chain's own currency. */
export interface OracleBridgeParameters {
  readonly bridgeAddress: Hash;
  readonly oracleMultisigAddress: Hash;
  readonly oracles: readonly BridgeOracle[];
  readonly externalChainAddress: Hash;
}

const oracles = hashmapE(hashKey, hash, {
  join: (address, key): BridgeOracle => ({ address, key }),
  split: ({ address, key }) => [address, key],
});

/**
 * ```tlb
 * oracle_bridge_params#_ bridge_address:bits256 oracle_mutlisig_address:bits256
 *   oracles:(HashmapE 256 uint256) external_chain_address:bits256 = OracleBridgeParams;
 * ```
 */
export const oracleBridgeParameters: Codec<OracleBridgeParameters> = record<OracleBridgeParameters>({
  bridgeAddress: hash,
  oracleMultisigAddress: hash,
  oracles,
  externalChainAddress: hash,
});

/** Fees of a token bridge in nanograms; the gas consumptions too. */
interface JettonBridgePrices {
  readonly bridgeBurnFee: bigint;
  readonly bridgeMintFee: bigint;
  readonly walletMinTonsForStorage: bigint;
  readonly walletGasConsumption: bigint;
  readonly minterMinTonsForStorage: bigint;
  readonly discoverGasConsumption: bigint;
}

/** Configuration parameters 79, 81, 82, 83: token bridges. */
export type JettonBridgeParameters =
  | {
      readonly type: 'jetton_bridge_params_v0';
      readonly bridgeAddress: Hash;
      readonly oraclesAddress: Hash;
      readonly oracles: readonly BridgeOracle[];
      readonly stateFlags: number;
      readonly burnBridgeFee: bigint;
    }
  | {
      readonly type: 'jetton_bridge_params_v1';
      readonly bridgeAddress: Hash;
      readonly oraclesAddress: Hash;
      readonly oracles: readonly BridgeOracle[];
      readonly stateFlags: number;
      readonly prices: JettonBridgePrices;
      readonly externalChainAddress: Hash;
    };

/**
 * ```tlb
 * jetton_bridge_prices#_ bridge_burn_fee:Coins bridge_mint_fee:Coins
 *                        wallet_min_tons_for_storage:Coins
 *                        wallet_gas_consumption:Coins
 *                        minter_min_tons_for_storage:Coins
 *                        discover_gas_consumption:Coins = JettonBridgePrices;
 * ```
 */
const jettonBridgePrices: Codec<JettonBridgePrices> = record<JettonBridgePrices>({
  bridgeBurnFee: coins,
  bridgeMintFee: coins,
  walletMinTonsForStorage: coins,
  walletGasConsumption: coins,
  minterMinTonsForStorage: coins,
  discoverGasConsumption: coins,
});

/**
 * ```tlb
 * jetton_bridge_params_v0#00 bridge_address:bits256 oracles_address:bits256 oracles:(HashmapE 256 uint256)
 *   state_flags:uint8 burn_bridge_fee:Coins = JettonBridgeParams;
 * jetton_bridge_params_v1#01 bridge_address:bits256 oracles_address:bits256 oracles:(HashmapE 256 uint256)
 *   state_flags:uint8 prices:^JettonBridgePrices external_chain_address:bits256 = JettonBridgeParams;
 * ```
 */
export const jettonBridgeParameters: Codec<JettonBridgeParameters> = union<JettonBridgeParameters>(
  'JettonBridgeParams',
  8,
  [
    variant(
      0x00,
      'jetton_bridge_params_v0',
      record({ bridgeAddress: hash, oraclesAddress: hash, oracles, stateFlags: uint(8), burnBridgeFee: coins }),
    ),
    variant(
      0x01,
      'jetton_bridge_params_v1',
      record({
        bridgeAddress: hash,
        oraclesAddress: hash,
        oracles,
        stateFlags: uint(8),
        prices: reference('JettonBridgePrices', jettonBridgePrices),
        externalChainAddress: hash,
      }),
    ),
  ],
);
