import {
  address,
  bool,
  coins,
  constructor,
  either,
  field,
  group,
  groupOrder,
  maybe,
  maybeCell,
  payload,
  queryId,
  record,
  ref,
  uint,
  varUint16,
} from '../schema-language.ts';

/** StonfiPayToParams. */
const payToParams = record(
  'pay_to_params',
  field('amount0_out', varUint16),
  field('token0_address', address),
  field('amount1_out', varUint16),
  field('token1_address', address),
);

/** StonfiSwapAddrs. */
const swapAddrs = record('swap_addresses', field('from_user', address));

/** STON.fi, first version. */
export const stonfi = [
  group(
    2,
    constructor('stonfi_swap', 0x25938561, [
      queryId,
      field('to_address', address),
      field('sender_address', address),
      field('jetton_amount', varUint16),
      field('min_out', varUint16),
      field('has_ref_address', bool),
      field('addrs', ref(swapAddrs)),
    ]),
  ),
  group(
    3,
    constructor('stonfi_payment_request', 0xf93bb43f, [
      queryId,
      field('owner', address),
      field('exit_code', uint(32)),
      field('params', either(payToParams, ref(payToParams))),
    ]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('stonfi_swap_forward_payload', 0x25938561, [
      field('token_wallet', address),
      field('min_out', varUint16),
      field('to_address', address),
      field('referral_address', maybe(address)),
    ]),
    constructor('stonfi_provide_liquidity_forward_payload', 0xfcf9e58f, [
      field('token_wallet', address),
      field('min_lp_out', varUint16),
    ]),
    constructor('stonfi_swap_ok_forward_payload', 0xc64370e5),
    constructor('stonfi_swap_ok_ref_forward_payload', 0x45078540),
  ),
];

/** Proxy TON: Toncoin in the form of a jetton, for STON.fi. */
export const pton = [
  group(
    3,
    constructor('pton_ton_transfer', 0x01f3835d, [
      queryId,
      field('ton_amount', coins),
      field('refund_address', address),
      field('forward_payload', payload),
    ]),
    constructor('pton_ton_refund', 0xae25d79e, [queryId]),
    constructor('pton_reset_gas', 0x29d22935, [queryId]),
    constructor('pton_deploy_wallet', 0x4f5f4313, [
      queryId,
      field('owner_address', address),
      field('excesses_address', address),
    ]),
    constructor('pton_internal_deploy', 0x6540cf85, [queryId, field('excesses_address', address)]),
  ),
];

const refundAddress = field('refund_address', address);
const minLpOut = field('min_lp_out', varUint16);
const fwdAmount = field('fwd_amount', coins);
const toAddress = field('to_address', address);
const bothPositive = field('both_positive', uint(1));
const customPayload = field('custom_payload', maybeCell);
const tokenWallet1 = field('token_wallet1', address);
const excessesAddress = field('excesses_address', address);
const txDeadline = field('tx_deadline', uint(64));

/** AdditionalFields. */
const additionalFields = record(
  'additional_fields',
  field('to_user_address', address),
  refundAddress,
  field('excess_address', address),
);

/** ProvideLpBodyV2. */
const provideLpBodyV2 = record('provide_lp_body_v2', minLpOut, toAddress, bothPositive, fwdAmount, customPayload);

/** DexPayloadProvideLpV2. */
const dexPayloadProvideLpV2 = record(
  'dex_payload_provide_lp_v2',
  field('transferred_op', uint(32)),
  tokenWallet1,
  refundAddress,
  excessesAddress,
  txDeadline,
  field('', ref(provideLpBodyV2)),
);

/** AdditionalFieldsAddLiquidityV2. */
const additionalFieldsAddLiquidityV2 = record(
  'additional_fields_add_liquidity_v2',
  refundAddress,
  field('excess_address', address),
);

/** AdditionalInfoPayToV2. */
const additionalInfoPayToV2 = record(
  'additional_info_pay_to_v2',
  field('fwd_ton_amount', coins),
  field('amount0_out', varUint16),
  field('token0_address', address),
  field('amount1_out', varUint16),
  field('token1_address', address),
);

/** SwapBody. */
const swapBody = record(
  'swap_body',
  field('min_out', varUint16),
  field('receiver', address),
  field('fwd_gas', coins),
  customPayload,
  field('refund_fwd_gas', coins),
  field('refund_payload', maybeCell),
  field('ref_fee', uint(16)),
  field('ref_address', address),
);

/** DexPayload. */
const dexPayload = record(
  'dex_payload',
  field('transferred_op', uint(32)),
  tokenWallet1,
  refundAddress,
  excessesAddress,
  txDeadline,
  field('', ref(swapBody)),
);

/** AdditionalInfoPayVaultV2. */
const additionalInfoPayVaultV2 = record(
  'additional_info_pay_vault_v2',
  field('amount0_out', varUint16),
  field('token0_address', address),
  field('amount1_out', varUint16),
  field('token1_address', address),
);

/** CrossSwapBody. */
const crossSwapBody = record(
  'cross_swap_body',
  field('min_out', varUint16),
  field('receiver', address),
  field('fwd_gas', coins),
  customPayload,
  field('refund_fwd_gas', coins),
  field('refund_payload', maybeCell),
  field('ref_fee', uint(16)),
  field('ref_address', address),
);

/** CrossProvideLpBody. */
const crossProvideLpBody = record('cross_provide_lp_body', minLpOut, toAddress, bothPositive, fwdAmount, customPayload);

/** STON.fi, second version. */
export const stonfiV2 = [
  group(
    3,
    constructor('stonfi_cb_add_liquidity_v2', 0x06ecd527, [
      queryId,
      field('tot_am0', varUint16),
      field('tot_am1', varUint16),
      field('user_address', address),
      minLpOut,
      fwdAmount,
      field('custom_payload_cs', maybeCell),
      field('', ref(additionalFields)),
    ]),
    constructor('stonfi_provide_lp_v2', 0x37c096df, [
      queryId,
      field('from_user', address),
      field('left_amount', varUint16),
      field('right_amount', varUint16),
      field('', ref(dexPayloadProvideLpV2)),
    ]),
    constructor('stonfi_add_liquidity_v2', 0x50c6a654, [
      queryId,
      field('new_amount0', varUint16),
      field('new_amount1', varUint16),
      minLpOut,
      fwdAmount,
      bothPositive,
      field('to_user', address),
      field('custom_payload_cs', maybeCell),
      field('', ref(additionalFieldsAddLiquidityV2)),
    ]),
    constructor('stonfi_pay_to_v2', 0x657b54f5, [
      queryId,
      toAddress,
      excessesAddress,
      field('original_caller', address),
      field('exit_code', uint(32)),
      customPayload,
      field('', ref(additionalInfoPayToV2)),
    ]),
    constructor('stonfi_swap_v2', 0x6664de2a, [
      queryId,
      field('from_user', address),
      field('left_amount', varUint16),
      field('right_amount', varUint16),
      field('', ref(dexPayload)),
    ]),
    constructor('stonfi_withdraw_fee_v2', 0x354bcdf4, [queryId]),
    constructor('stonfi_deposit_ref_fee_v2', 0x0490f09b, [queryId, field('jetton_amount', varUint16), excessesAddress]),
    constructor('stonfi_vault_pay_to_v2', 0x2100c922, [
      queryId,
      field('amount_out', varUint16),
      field('token_address', address),
      toAddress,
    ]),
    constructor('stonfi_pay_vault_v2', 0x63381632, [
      queryId,
      field('owner', address),
      excessesAddress,
      field('', ref(additionalInfoPayVaultV2)),
    ]),
    constructor('stonfi_burn_notification_ext_v2', 0x297437cf, [
      queryId,
      field('jetton_amount', varUint16),
      field('from_address', address),
      field('response_address', address),
      field('maybe_custom_payload', maybeCell),
    ]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('stonfi_swap_v2_forward_payload', 0x6664de2a, [
      tokenWallet1,
      refundAddress,
      excessesAddress,
      txDeadline,
      field('', ref(crossSwapBody)),
    ]),
    constructor('stonfi_provide_lp_v2_forward_payload', 0x37c096df, [
      tokenWallet1,
      refundAddress,
      excessesAddress,
      txDeadline,
      field('', ref(crossProvideLpBody)),
    ]),
  ),
];
