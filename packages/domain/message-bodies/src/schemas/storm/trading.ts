import {
  address,
  bits,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  hashmapE,
  int,
  internalAddress,
  maybe,
  maybeCell,
  queryId,
  record,
  ref,
  tagged,
  uint,
  union,
} from '../../schema-language.ts';
import { messageRelaxed } from '../message-types.ts';
import {
  addressesData,
  ammStateLog,
  direction,
  executorQueryId,
  intent,
  marketDepth,
  oraclePayload,
  positionData,
  referralData,
  referrerData,
  userOrder,
} from './types.ts';

const executorIndex = field('executor_index', uint(32));
const oraclePayloadField = field('oracle_payload', ref(oraclePayload));
const directionField = field('direction', direction);
const assetId = field('asset_id', uint(16));
const bundleSenderAddress = field('bundle_sender_address', address);
const ammAddress = field('amm_address', internalAddress);
const spentAmount = field('spent_amount', coins);
const intentField = field('intent', ref(intent));
const signature = field('signature', bits(512));
const saAddress = field('sa_address', internalAddress);
const jettonMinterAddress = field('jetton_minter_address', internalAddress);

/** StormOracleType. */
const oracleType = union(tagged('storm', '#0'), tagged('lazer', '#1'));

/** StormLogType. */
const logType = union(
  tagged('increase', '#00'),
  tagged('close', '#01'),
  tagged('add_margin', '#02'),
  tagged('remove_margin', '#03'),
);

/** StormNotificationReferralParams. */
const notificationReferralParams = record(
  'referral_params',
  field('referral_amount', coins),
  field('referral_addr', address),
);

/** StormNotificationExecutorParams. */
const notificationExecutorParams = record(
  'executor_params',
  field('split_executor_reward', uint(1)),
  field('executor_amount', coins),
  executorIndex,
);

/** StormUpgradePayload. */
const upgradePayload = record(undefined, field('migrate_code', maybeCell), field('new_code', maybeCell));

/** StormSignedUpgradePayload. */
const signedUpgradePayload = record(undefined, signature, field('payload', hashmapE(8, upgradePayload)));

/** StormExternalMsgPayload. */
const externalMsgPayload = record(
  undefined,
  field('query_id', executorQueryId),
  field('created_at', uint(32)),
  saAddress,
  field('actual_version', uint(8)),
  field('upgrade_payload', maybe(ref(signedUpgradePayload))),
  field('msg', maybe(ref(messageRelaxed))),
);

/** StormIntentLog. */
const intentLog = record(
  undefined,
  field('type', logType),
  field('size', int(128)),
  field('margin', coins),
  field('open_notional', coins),
  field('last_updated_cpf', int(64)),
  field('realized_pnl', int(64)),
  field('funding_payment', int(64)),
  field('rollover_fee', uint(64)),
  field('position_fee_rate', uint(32)),
  field('executor_fee_rate', uint(32)),
  field('position_fee_amount', coins),
  field('executor_fee_amount', coins),
  field('fee_to_stakers_percent', uint(32)),
);

/** StormNotificationPayload. */
const notificationPayload = record(
  undefined,
  bundleSenderAddress,
  field('balance_delta', coins),
  ammAddress,
  directionField,
  field('position_data', maybe(ref(positionData))),
);
const notificationPayloadField = field('notification_payload', ref(notificationPayload));

/** Storm Trade: orders and positions. */
export const stormTrading = [
  group(
    10,
    constructor('storm_force_close_max_leverage', 0x5b705138, [executorIndex, oraclePayloadField]),
    constructor('storm_force_close_min_margin', 0x5a8cf652, [executorIndex, oraclePayloadField]),
    constructor('storm_change_max_leverage', 0x0ef28735, [
      queryId,
      field('response_destination', internalAddress),
      field('new_max_leverage', uint(32)),
    ]),
    constructor('storm_change_max_leverage_request', 0x28055719, [
      queryId,
      field('vamm_address', internalAddress),
      field('new_max_leverage', uint(32)),
    ]),
    constructor('storm_change_lazer_data', 0x04db6665, [
      queryId,
      field('response_destination', internalAddress),
      field('oracle_flag', oracleType),
      field('index_asset_pyth_id', uint(32)),
      field('settlement_asset_pyth_id', uint(32)),
    ]),
    constructor('storm_change_lazer_data_request', 0x174c830c, [
      queryId,
      field('vamm_address', internalAddress),
      field('oracle_flag', oracleType),
      field('index_asset_pyth_id', uint(32)),
      field('settlement_asset_pyth_id', uint(32)),
    ]),
    constructor('storm_update_position', 0x60dfc677, [
      directionField,
      field('origin_op', uint(32)),
      field('oracle_price', coins),
      field('settlement_oracle_price', coins),
      field('new_position_ref', ref(positionData)),
      field('amm_state_log', ref(ammStateLog)),
    ]),
    constructor('storm_complete_order', 0xcf90d618, [
      field('order_type', uint(4)),
      field('order_index', uint(3)),
      directionField,
      field('origin_op', uint(32)),
      field('oracle_price', coins),
      field('settlement_oracle_price', coins),
      field('new_position_ref', ref(positionData)),
      field('amm_state_log', ref(ammStateLog)),
      field('market_depth_log_ref', ref(marketDepth)),
    ]),
    constructor('storm_trade_notification', 0x3475fdd2, [
      assetId,
      field('free_amount', int(64)),
      field('locked_amount', int(64)),
      field('exchange_amount', int(64)),
      field('withdraw_locked_amount', uint(64)),
      field('fee_to_stakers', uint(64)),
      field('withdraw_amount', uint(64)),
      field('trader_addr', internalAddress),
      field('origin_addr', internalAddress),
      field('referral_data', maybe(ref(notificationReferralParams))),
      field('executor_params', maybe(ref(notificationExecutorParams))),
    ]),
    constructor('storm_execute_order', 0xde1ddbcc, [
      directionField,
      field('order_index', uint(3)),
      field('trader_addr', internalAddress),
      field('prev_addr', internalAddress),
      field('ref_addr', address),
      executorIndex,
      field('order', ref(userOrder)),
      field('position', ref(positionData)),
      oraclePayloadField,
    ]),
    constructor('storm_provide_position', 0x13076670, [
      field('direction', uint(1)),
      field('gas_to_addr', address),
      field('inner_opcode', uint(32)),
      executorIndex,
      field('oracle_ref', ref(oraclePayload)),
    ]),
    constructor('storm_take_position_v2', 0x1bea50f1, [
      queryId,
      bundleSenderAddress,
      ammAddress,
      directionField,
      spentAmount,
      field('addresses', ref(addressesData)),
      field('ref_count', uint(4)),
      field('ref_data', referralData, { when: { field: 'ref_count' } }),
      field('position', ref(positionData)),
      intentField,
    ]),
    constructor('storm_execute_orders_bundle', 0x5f40f1ec, [
      queryId,
      signature,
      field('payload', ref(externalMsgPayload)),
    ]),
    constructor('storm_trade_notification_v2', 0x28d36491, [
      queryId,
      assetId,
      field('free_amount', int(64)),
      field('locked_amount', int(64)),
      field('exchange_amount', int(64)),
      field('withdraw_locked_amount', uint(64)),
      field('fee_to_stakers', uint(64)),
      field('executor_amount', uint(64)),
      field('total_referrer_amount', uint(64)),
      field('ref_count', uint(4)),
      field('referral_data', hashmapE(4, referrerData)),
      saAddress,
      notificationPayloadField,
    ]),
    constructor('storm_notify_update_position', 0x1ca43d2f, [queryId, jettonMinterAddress, notificationPayloadField]),
    constructor('storm_referral_fees', 0x4fedc82b, [
      queryId,
      field('referral_sa_address', internalAddress),
      field('amount', coins),
      jettonMinterAddress,
      notificationPayloadField,
    ]),
    constructor('storm_failed_bundle_execution', 0x666392ee, [
      queryId,
      assetId,
      field('error_code', uint(16)),
      spentAmount,
      saAddress,
      ammAddress,
      directionField,
      bundleSenderAddress,
      intentField,
    ]),
    constructor('storm_fail_notification', 0x367f2743, [
      queryId,
      spentAmount,
      jettonMinterAddress,
      ammAddress,
      directionField,
      bundleSenderAddress,
      intentField,
    ]),
  ),
  group(
    groupOrder.external,
    constructor('storm_execute_orders_bundle', 0x04c52fd2, [
      queryId,
      signature,
      field('payload', ref(externalMsgPayload)),
    ]),
    constructor('logs', 0x012e8f40, [field('log_dict', hashmapE(8, intentLog))]),
  ),
];
