import {
  address,
  bool,
  coins,
  constructor,
  either,
  field,
  group,
  groupOrder,
  hashmapE,
  int,
  maybe,
  maybeCell,
  queryId,
  record,
  ref,
  rest,
  uint,
} from '../schema-language.ts';

const nativeAmount = field('native_amount', coins);
const toAddress = field('to_address', address);
const slippage = field('slippage', either(coins, uint(256)));
const exactOut = field('exact_out', coins);
const refAddress = field('ref_address', address);
const untypedAdditionalData = field('additional_data', maybeCell);
const rejectPayload = field('reject_payload', maybeCell);
const forwardPayload = field('forward_payload', maybeCell);
const depositType = field('deposit_type', uint(4));
const liquidityDict = field('liquidity_dict', hashmapE(32, int(32)));
const order = field('order', bool);
const amountX = field('amount_x', coins);
const amountY = field('amount_y', coins);
const isX = field('is_x', bool);
const userAddress = field('user_address', address);
const refCell = field('ref_cell', maybeCell);
const firstRangeBin = field('first_range_bin', int(32));
const amountIn = field('amount_in', coins);
const amountOut = field('amount_out', coins);
const firstBin = field('first_bin', int(32));
const ref1 = field('ref_1', maybeCell);
const ref2 = field('ref_2', maybeCell);
const distributedXAmount = field('distributed_x_amount', coins);
const distributedYAmount = field('distributed_y_amount', coins);

/** BidaskDexPayload. */
const dexPayload = record(undefined, firstBin, liquidityDict, field('current_bin', int(32)), field('remaining', rest));

/** BidaskAdditionalData. */
const additionalData = record('additional_data', field('from_address', address), refAddress);
const additionalDataField = field('additional_data', maybe(ref(additionalData)));

/** BidaskFarmingData. */
const farmingData = record('farming_data', distributedXAmount, distributedYAmount);

/** BidaskSwapAdditionalData. */
const swapAdditionalData = record(
  'swap_additional',
  field('previous_time', uint(64)),
  field('start_price', uint(256)),
  field('actual_fee', uint(16)),
  distributedXAmount,
  distributedYAmount,
);

/** Bidask: an exchange with liquidity in bins. */
export const bidask = [
  group(
    0,
    constructor('bidask_swap', 0xf2ef6c1b, [
      queryId,
      nativeAmount,
      toAddress,
      slippage,
      exactOut,
      refAddress,
      untypedAdditionalData,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_provide', 0x96feef7b, [queryId, depositType, liquidityDict, rejectPayload, forwardPayload]),
    constructor('bidask_swap_success', 0x520e4831, [
      queryId,
      field('new_current_bin', int(32)),
      field('new_sqrt_price', uint(256)),
      order,
      amountX,
      amountY,
      isX,
      userAddress,
      refCell,
      untypedAdditionalData,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_provide_refund', 0x02422cbe, [
      queryId,
      firstRangeBin,
      field('x_excess', coins),
      field('y_excess', coins),
      userAddress,
      rejectPayload,
      order,
    ]),
    constructor('bidask_burn_payout', 0x42062d62, [
      queryId,
      firstRangeBin,
      amountX,
      amountY,
      userAddress,
      forwardPayload,
    ]),
    constructor('bidask_internal_swap', 0x66210c65, [
      queryId,
      toAddress,
      order,
      isX,
      amountIn,
      amountOut,
      exactOut,
      slippage,
      refCell,
      untypedAdditionalData,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_internal_continue_swap', 0x59699475, [
      queryId,
      toAddress,
      order,
      isX,
      amountIn,
      amountOut,
      exactOut,
      slippage,
      refCell,
      untypedAdditionalData,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_internal_provide', 0xd1b02ea5, [
      queryId,
      ref1,
      ref2,
      field('ref_3', maybeCell),
      amountX,
      amountY,
      toAddress,
      field('dex_payload', ref(dexPayload)),
    ]),
    constructor('bidask_internal_continue_provide', 0x0c09445a, [
      queryId,
      amountX,
      amountY,
      field('excess_x', coins),
      field('excess_y', coins),
      userAddress,
      firstBin,
      field('number_of_bins', uint(32)),
      liquidityDict,
      field('lp_tokens', hashmapE(32, int(32))),
      rejectPayload,
      forwardPayload,
      order,
    ]),
    constructor('bidask_save_liquidity_info', 0x214ad1d2, [
      queryId,
      amountX,
      amountY,
      field('deposit_type', uint(3)),
      liquidityDict,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_adding_liquidity_notify', 0xaf31d23f, [
      queryId,
      userAddress,
      amountX,
      amountY,
      field('deposit_type', uint(3)),
      liquidityDict,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_internal_burn', 0x16e09400, [
      queryId,
      field('owner_address', address),
      amountX,
      amountY,
      firstBin,
      field('tokens_to_burn', hashmapE(32, int(32))),
      forwardPayload,
    ]),
    constructor('bidask_multitoken_mint', 0x250ad226, [
      queryId,
      ref1,
      ref2,
      liquidityDict,
      field('number_of_bins', uint(32)),
      forwardPayload,
    ]),
    constructor('bidask_burn', 0x73403c43, [queryId, field('tokens_to_burn', hashmapE(32, int(32))), forwardPayload]),
    constructor('bidask_burn_all', 0xebd6ec83, [queryId, forwardPayload]),
    constructor('bidask_liquidity_added_notify', 0x0dc8bb28, [queryId, forwardPayload]),
    constructor('bidask_native_transfer_notification', 0x6edd65f0, [queryId, nativeAmount, forwardPayload]),
    constructor('bidask_internal_swap_v2', 0x87d36990, [
      queryId,
      toAddress,
      order,
      isX,
      amountIn,
      amountOut,
      exactOut,
      slippage,
      field('farming_cell', maybe(ref(farmingData))),
      additionalDataField,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_swap_success_v2', 0xd3a25890, [
      queryId,
      field('new_current_bin', int(32)),
      field('new_sqrt_price', uint(256)),
      order,
      amountX,
      amountY,
      isX,
      userAddress,
      field('dynamic_fee', uint(16)),
      additionalDataField,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_internal_continue_swap_v2', 0x5a6a036f, [
      queryId,
      toAddress,
      order,
      isX,
      amountIn,
      amountOut,
      exactOut,
      slippage,
      field('swap_additional_data', maybe(ref(swapAdditionalData))),
      additionalDataField,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_swap_fallback_v2', 0x1bba3896, [
      queryId,
      firstRangeBin,
      order,
      userAddress,
      isX,
      amountIn,
      distributedXAmount,
      distributedYAmount,
      additionalDataField,
      rejectPayload,
    ]),
  ),
  group(
    1,
    constructor('bidask_swap_fallback', 0x1bba3896, [
      queryId,
      firstRangeBin,
      order,
      userAddress,
      isX,
      amountIn,
      untypedAdditionalData,
      rejectPayload,
    ]),
    constructor('bidask_internal_provide', 0xd1b02ea5, [
      queryId,
      ref1,
      ref2,
      field('ref_3', maybeCell),
      amountX,
      amountY,
      toAddress,
      field('dex_payload', rest),
    ]),
    constructor('bidask_swap_v2', 0x87d36990, [
      queryId,
      nativeAmount,
      toAddress,
      slippage,
      exactOut,
      additionalDataField,
      rejectPayload,
      forwardPayload,
    ]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('bidask_swap_forward_payload', 0xf2ef6c1b, [
      toAddress,
      slippage,
      exactOut,
      refAddress,
      untypedAdditionalData,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_provide_forward_payload', 0x96feef7b, [
      depositType,
      liquidityDict,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_provide_both_forward_payload', 0x3ea0bafc, [
      field('ton_amount', coins),
      depositType,
      liquidityDict,
      rejectPayload,
      forwardPayload,
    ]),
    constructor('bidask_swap_v2_forward_payload', 0x87d36990, [
      toAddress,
      slippage,
      exactOut,
      additionalDataField,
      rejectPayload,
      forwardPayload,
    ]),
  ),
];
