import {
  cell,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  int,
  internalAddress,
  maybe,
  maybeCell,
  queryId,
  ref,
} from '../../schema-language.ts';
import {
  asset,
  depositLiquidityParams,
  depositLiquidityParamsTrimmed,
  notificationData,
  notificationDataSingle,
  poolCreationParams,
  poolParams,
  poolReserves,
  swapParams,
  swapStepInternalParams,
  swapStepParams,
} from './types.ts';

const amount = field('amount', coins);
const paramsOfSwap = field('params', ref(swapParams));
const proof = field('proof', cell);
const paramsOfPool = field('params', poolParams);
const creationParams = field('creation_params', poolCreationParams);
const creationParamsCell = field('creation_params', ref(poolCreationParams));
const amount1 = field('amount1', coins);
const amount2 = field('amount2', coins);
const txInitiator = field('tx_initiator', internalAddress);
const inputAmount = field('input_amount', coins);
const paramsOfDeposit = field('params', depositLiquidityParams);
const reserves = field('reserves', poolReserves);

/** swap.coffee: swaps and liquidity. */
export const coffeeExchange = [
  group(
    4,
    constructor('coffee_swap', 0xc0ffee00, [queryId, amount, field('', swapStepParams), paramsOfSwap]),
    constructor('coffee_swap_extra', 0xc0ffee01, [queryId, field('', swapStepParams), paramsOfSwap]),
    constructor('coffee_swap_internal', 0xc0ffee20, [queryId, field('', swapStepInternalParams), paramsOfSwap, proof]),
    constructor('coffee_payout', 0xc0ffee32, [queryId]),
    constructor('coffee_payout_internal', 0xc0ffee21, [
      queryId,
      field('recipient', internalAddress),
      amount,
      field('notification_data', maybe(ref(notificationDataSingle))),
      field('proof', maybeCell),
    ]),
    constructor('coffee_deploy', 0xc0ffee22, [field('code', cell), field('data', cell), field('action', maybeCell)]),
    constructor('coffee_create_pool', 0xc0ffee02, [queryId, amount, paramsOfPool, creationParams]),
    constructor('coffee_create_pool_extra', 0xc0ffee03, [queryId, paramsOfPool, creationParams]),
    constructor('coffee_create_pool_creator_request', 0xc0ffee23, [
      queryId,
      amount,
      paramsOfPool,
      creationParamsCell,
      field('sender', internalAddress),
      proof,
    ]),
    constructor('coffee_create_pool_creator_internal', 0xc0ffee24, [
      queryId,
      field('asset', asset),
      amount,
      creationParamsCell,
    ]),
    constructor('coffee_create_pool_request', 0xc0ffee25, [
      queryId,
      amount1,
      amount2,
      txInitiator,
      creationParamsCell,
      proof,
    ]),
    constructor('coffee_create_pool_internal', 0xc0ffee26, [
      queryId,
      amount1,
      amount2,
      txInitiator,
      field('recipient', internalAddress),
      field('use_recipient_on_failure', int(1)),
      field('extra_settings', maybeCell),
      field('notification_data', maybe(ref(notificationData))),
    ]),
    constructor('coffee_deposit_liquidity', 0xc0ffee04, [queryId, inputAmount, paramsOfDeposit]),
    constructor('coffee_deposit_liquidity_extra', 0xc0ffee05, [queryId, paramsOfDeposit]),
    constructor('coffee_create_liquidity_depository_request', 0xc0ffee27, [
      queryId,
      amount,
      paramsOfDeposit,
      field('sender', internalAddress),
      proof,
    ]),
    constructor('coffee_create_liquidity_depository_internal', 0xc0ffee28, [
      queryId,
      field('asset', asset),
      amount,
      field('params', ref(depositLiquidityParamsTrimmed)),
    ]),
    constructor('coffee_deposit_liquidity_internal', 0xc0ffee29, [
      queryId,
      amount1,
      amount2,
      txInitiator,
      field('params', ref(depositLiquidityParamsTrimmed)),
      proof,
    ]),
  ),
  group(
    groupOrder.external,
    constructor('coffee_swap_succeeded', 0xc0ffee30, [
      queryId,
      field('input', asset),
      inputAmount,
      field('output_amount', coins),
      reserves,
      field('protocol_fee', coins),
    ]),
    constructor('coffee_swap_failed', 0xc0ffee31, [
      queryId,
      field('input', asset),
      inputAmount,
      field('reserves', maybe(ref(poolReserves))),
    ]),
    constructor('coffee_deposit_liquidity_succeeded', 0xc0ffee33, [
      queryId,
      amount1,
      amount2,
      field('lp_amount', coins),
      field('total_supply', poolReserves),
      reserves,
    ]),
    constructor('coffee_deposit_liquidity_failed', 0xc0ffee34, [
      queryId,
      amount1,
      amount2,
      field('min_lp_amount', coins),
      field('total_supply', coins),
      reserves,
    ]),
    constructor('coffee_withdraw_liquidity_succeeded', 0xc0ffee35, [
      queryId,
      amount1,
      amount2,
      field('lp_amount', coins),
      field('total_supply', poolReserves),
      reserves,
    ]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('coffee_swap_forward_payload', 0xc0ffee10, [field('', swapStepParams), paramsOfSwap]),
    constructor('coffee_create_pool_forward_payload', 0xc0ffee11, [paramsOfPool, creationParams]),
    constructor('coffee_deposit_liquidity_forward_payload', 0xc0ffee12, [paramsOfDeposit]),
  ),
];

const recipient = field('recipient', internalAddress);

/** swap.coffee: protection of swaps, swaps through other exchanges, notifications. */
export const coffeeRouting = [
  group(
    4,
    constructor('coffee_mev_protect_hold_funds', 0x6bc79e7e, [queryId]),
    constructor('coffee_mev_protect_failed_swap', 0xee51ce51, [queryId, recipient]),
    constructor('coffee_cross_dex_resend', 0x200f9086, [
      queryId,
      field('next_recipient', internalAddress),
      field('next', cell),
      field('total_gas', coins),
      field('next_gas', coins),
    ]),
    constructor('coffee_cross_dex_failure', 0xb902e61a, [queryId, recipient]),
  ),
  group(5, constructor('coffee_notification', 0xc0ffee36, [queryId, field('body', cell)])),
  group(
    groupOrder.forwardPayload,
    constructor('coffee_mev_protect_failed_swap_forward_payload', 0xee51ce51, [queryId, recipient]),
    constructor('coffee_cross_dex_resend_forward_payload', 0x4ee9b106, [field('next', cell)]),
    constructor('coffee_cross_dex_failure_forward_payload', 0xb902e61a, [queryId, recipient]),
    constructor('coffee_notification_forward_payload', 0xc0ffee36, [queryId, field('body', cell)]),
  ),
];
