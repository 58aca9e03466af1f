import {
  address,
  cell,
  cellOf,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  internalAddress,
  maybeCell,
  queryId,
  record,
  ref,
} from '../../schema-language.ts';
import {
  asset,
  liquidityDepositProof,
  poolParams,
  poolProof,
  swapParams,
  swapStep,
  swapStepParams,
  vaultProof,
} from './types.ts';

const poolParamsField = field('pool_params', poolParams);
const asset0TargetBalance = field('asset0_target_balance', coins);
const asset1TargetBalance = field('asset1_target_balance', coins);
const minLpAmount = field('min_lp_amount', coins);
const fulfillPayload = field('fulfill_payload', maybeCell);
const rejectPayload = field('reject_payload', maybeCell);
const amount = field('amount', coins);
const payloadField = field('payload', maybeCell);
const proof = field('proof', ref(poolProof));
const swapParamsField = field('swap_params', ref(swapParams));

/** DedustDepositLiquidityParams. */
const depositLiquidityParams = record(undefined, minLpAmount, asset0TargetBalance, asset1TargetBalance);

/** DeDust: swaps and liquidity. */
export const dedustExchange = [
  group(
    0,
    constructor('dedust_deposit_liquidity', 0xd55e4686, [
      queryId,
      amount,
      poolParamsField,
      field('deposit_params', ref(depositLiquidityParams)),
      fulfillPayload,
      rejectPayload,
    ]),
  ),
  group(
    9,
    constructor('dedust_create_liquidity_deposit', 0xf04ec526, [
      queryId,
      field('proof', ref(vaultProof)),
      field('owner_addr', internalAddress),
      poolParamsField,
      field(
        '',
        cellOf(
          asset0TargetBalance,
          asset1TargetBalance,
          field('deposit_asset', asset),
          field('deposit_amount', coins),
          minLpAmount,
        ),
      ),
      fulfillPayload,
      rejectPayload,
    ]),
    constructor('dedust_pay_out_from_deposit', 0x6b0b787f, [
      queryId,
      field('proof', ref(liquidityDepositProof)),
      amount,
      payloadField,
    ]),
    constructor('dedust_pay_out_from_pool', 0xad4eb6f5, [
      queryId,
      proof,
      amount,
      field('recipient_addr', address),
      payloadField,
    ]),
    constructor('dedust_deposit_liquidity', 0xd55e4686, [
      queryId,
      amount,
      poolParamsField,
      minLpAmount,
      asset0TargetBalance,
      asset1TargetBalance,
      fulfillPayload,
      rejectPayload,
    ]),
    constructor('dedust_payout', 0x474f86cf, [queryId, payloadField]),
    constructor('dedust_swap', 0xea06185d, [queryId, amount, field('', swapStep), swapParamsField]),
    constructor('dedust_destroy_non_ready', 0x9d65482b, [queryId]),
    constructor('dedust_deposit_liquidity_all', 0xb56b9598, [
      queryId,
      field('proof', ref(liquidityDepositProof)),
      field('owner_addr', internalAddress),
      minLpAmount,
      field(
        '',
        cellOf(
          field('asset0', asset),
          field('asset0_amount', coins),
          field('asset1', asset),
          field('asset1_amount', coins),
        ),
      ),
      fulfillPayload,
      rejectPayload,
    ]),
    constructor('dedust_swap_external', 0x61ee542d, [
      queryId,
      field('proof', ref(vaultProof)),
      amount,
      field('sender_addr', internalAddress),
      field('current', swapStepParams),
      swapParamsField,
    ]),
    constructor('dedust_swap_peer', 0x72aca8aa, [
      queryId,
      proof,
      field('asset', asset),
      amount,
      field('sender_addr', internalAddress),
      field('current', swapStepParams),
      swapParamsField,
    ]),
    constructor('dedust_collect_fees', 0x0b429f52, [
      queryId,
      field('asset0_amount', coins),
      field('asset0_destination', internalAddress),
      field('asset0_payload', maybeCell),
      field('asset1_amount', coins),
      field('asset1_destination', address),
      field('asset1_payload', maybeCell),
    ]),
    constructor('dedust_deposit_asset', 0x54240fe5, [queryId, field('asset', asset), amount]),
    constructor('dedust_fulfill_deposit', 0xaae79256, [
      queryId,
      proof,
      field('asset0_deposit', coins),
      field('asset1_deposit', coins),
    ]),
    constructor('dedust_reject_deposit', 0xe1a36cd4, [queryId, proof, payloadField]),
    constructor('dedust_cancel_deposit', 0x166cedee, [queryId, payloadField]),
    constructor('dedust_forward', 0xf1989255, [queryId, field('destination', internalAddress), field('body', cell)]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('dedust_deposit_liquidity', 0x40e108d6, [
      poolParamsField,
      minLpAmount,
      asset0TargetBalance,
      asset1TargetBalance,
      fulfillPayload,
      rejectPayload,
    ]),
    constructor('dedust_swap', 0xe3a0d482, [field('', swapStep), swapParamsField]),
  ),
];
