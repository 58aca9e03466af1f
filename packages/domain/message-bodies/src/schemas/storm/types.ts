import {
  type BodyType,
  address,
  bits,
  coins,
  field,
  hashmapE,
  int,
  internalAddress,
  invertedMaybe,
  lazy,
  maybe,
  record,
  ref,
  tagged,
  uint,
  union,
  untagged,
} from '../../schema-language.ts';

const expiration = field('expiration', uint(32));
const amount = field('amount', coins);

/** StormDirection. */
export const direction = union(tagged('long', '$0'), tagged('short', '$1'));
const directionField = field('direction', direction);

/** StormPositionData. */
export const positionData = record(
  undefined,
  field('size', int(128)),
  directionField,
  field('margin', coins),
  field('open_notional', coins),
  field('last_updated_cumulative_premium', int(64)),
  field('fee', uint(32)),
  field('discount', uint(32)),
  field('rebate', uint(32)),
  field('last_updated_timestamp', uint(32)),
);

/** StormAmmStateLog. */
export const ammStateLog = record(
  'amm_state_log',
  field('quote_asset_reserve', coins),
  field('quote_asset_weight', coins),
  field('base_asset_reserve', coins),
  field('total_long_position_size', coins),
  field('total_short_position_size', coins),
  field('open_interest_long', coins),
  field('open_interest_short', coins),
);

/** StormMarketDepth. */
export const marketDepth = record(
  'market_depth',
  field('vpi_spread', coins),
  field('vpi_market_depth_long', coins),
  field('vpi_market_depth_short', coins),
  field('vpi_coefficient', uint(64)),
);

const openingFields = [
  expiration,
  directionField,
  amount,
  field('leverage', uint(64)),
  field('limit_price', coins),
  field('stop_price', coins),
  field('stop_trigger_price', coins),
  field('take_trigger_price', coins),
];

/** StormCreateOrder. */
const createOrder = union(tagged('limit_order', '#2', openingFields), tagged('market_order', '#3', openingFields));

/** StormExecuteSelector. */
const executeSelector = union(tagged('execute_stop', '$0'), tagged('execute_take', '$1'));

/** StormUserOrder. */
export const userOrder = union(
  tagged('stop_loss_order', '#0', [expiration, directionField, amount, field('trigger_price', coins)]),
  tagged('take_profit_order', '#1', [expiration, directionField, amount, field('trigger_price', coins)]),
  tagged('add_margin', '#4', [directionField, amount]),
  tagged('remove_margin', '#5', [directionField, amount]),
  tagged('request_order', '#8', [field('selector', executeSelector), field('order', createOrder)]),
  // The order has the tags 2 and 3 itself.
  untagged(undefined, [field('order', createOrder)]),
);

/** StormExecutorOrder. */
const executorOrder = union(
  tagged('liquidate', '#6', [directionField]),
  tagged('force_close', '#7', [directionField]),
  tagged('force_close_max_leverage', '#9', [directionField]),
  tagged('force_close_min_margin', '#a', [directionField]),
);

/** StormUpdateMsg. */
const updateMsg = record(
  'update_msg',
  field('price', coins),
  field('spread', coins),
  field('timestamp', uint(32)),
  field('assetIndex', uint(16)),
  field('pause_at', uint(32)),
  field('unpause_at', uint(32)),
  field('vpi_spread', coins),
  field('vpi_market_depth_long', coins),
  field('vpi_market_depth_short', coins),
  field('vpi_coefficient', uint(64)),
);
const updateMsgField = field('update_msg', ref(updateMsg));

/** StormSignature. */
const signature: BodyType = union(
  tagged('empty', '$0', [field('continue', invertedMaybe(ref(lazy(() => signature))))]),
  tagged('fulled', '$1', [field('signature', bits(512)), field('continue', invertedMaybe(ref(lazy(() => signature))))]),
);
const signatures = field('signatures', ref(signature));

/** StormSingleOraclePayload. */
const singleOraclePayload = record('without_settlement', updateMsgField, signatures);

/** StormDoubleOraclePayload. */
const doubleOraclePayload = record(
  'with_settlement',
  updateMsgField,
  signatures,
  field('settlement_update_msg', ref(updateMsg)),
  field('settlement_signatures', ref(signature)),
);

/** StormCreatedOraclePayload. */
const createdOraclePayload = union(
  tagged('created_price', '#00', [updateMsgField, signatures]),
  tagged('created_price_with_settlement', '#01', [
    updateMsgField,
    signatures,
    field('settlement_update_msg', ref(updateMsg)),
    field('settlement_signatures', ref(signature)),
  ]),
);

/** StormLazerFeed. */
const lazerFeed = record(
  undefined,
  field('number_of_properties', uint(8), { min: 2, max: 2 }),
  field('price_property_id', uint(8), { min: 0, max: 0 }),
  field('price_property_value', uint(64)),
  field('exponent_property_id', uint(8), { min: 4, max: 4 }),
  field('exponent_property_value', int(16)),
);

/** StormLazerPayloadMagic. */
const lazerPayloadMagic = union(tagged('lazer_payload_magic', '#93c7d375'));

/** StormLazerPayload. */
const lazerPayload = union(
  tagged('single_lazer_payload', '$0', [
    field('magic', lazerPayloadMagic),
    field('timestamp', uint(64)),
    field('channel_id', uint(8)),
    field('number_of_feeds', uint(8), { min: 1, max: 1 }),
    field('index_feed_id', uint(32)),
    field('index_feed', lazerFeed),
  ]),
  tagged('double_lazer_payload', '$1', [
    field('magic', lazerPayloadMagic),
    field('timestamp', uint(64)),
    field('channel_id', uint(8)),
    field('number_of_feeds', uint(8), { min: 2, max: 2 }),
    field('index_feed_id', uint(32)),
    field('index_feed', lazerFeed),
    field('settlement_feed_id', uint(32)),
    field('settlement_feed', lazerFeed),
  ]),
);

/** StormLazerMessage. */
const lazerMessage = union(
  tagged('lazer_message', '#9a99222a', [
    field('r', uint(256)),
    field('s', uint(256)),
    field('v', uint(8)),
    field('payload_length', uint(16)),
    field('payload', lazerPayload),
  ]),
);
const lazerMessageField = field('lazer_message', maybe(ref(lazerMessage)));

/** StormOraclePayload. */
export const oraclePayload = union(
  tagged('single_lazer_payload', '#00', [field('price_oracle_payload', ref(singleOraclePayload)), lazerMessageField]),
  tagged('double_lazer_payload', '#01', [field('price_oracle_payload', ref(doubleOraclePayload)), lazerMessageField]),
  tagged('single_with_created', '#02', [
    field('price_oracle_payload', ref(singleOraclePayload)),
    field('created_oracle_payload', ref(createdOraclePayload)),
    lazerMessageField,
    field('created_lazer_message', maybe(ref(lazerMessage))),
  ]),
  tagged('double_with_created', '#03', [
    field('price_oracle_payload', ref(doubleOraclePayload)),
    field('created_oracle_payload', ref(createdOraclePayload)),
    lazerMessageField,
    field('created_lazer_message', maybe(ref(lazerMessage))),
  ]),
);

/** StormReferrerData. */
export const referrerData = record(
  undefined,
  field('referrer_address', internalAddress),
  field('referrer_part', uint(8)),
);

/** StormReferralData. */
export const referralData = record(
  undefined,
  field('discount', uint(32)),
  field('rebate', uint(32)),
  field('ref_info', hashmapE(4, referrerData)),
);

/** StormAddressesData. */
export const addressesData = record(
  undefined,
  field('trader_address', internalAddress),
  field('smart_account_factory_address', internalAddress),
  field('vault_address', address),
);

/** StormUserQueryId. */
const userQueryId = record(
  undefined,
  field('shift', uint(13), { max: 5999 }),
  field('bit_number', uint(10), { max: 1022 }),
);

/** StormExecutorQueryId. */
export const executorQueryId = record(
  undefined,
  field('shift', uint(13), { min: 6000 }),
  field('bit_number', uint(10), { max: 1022 }),
);

/** StormUserIntentPayload. */
const userIntentPayload = record(
  'user_intent_payload',
  field('amm_address', internalAddress),
  field('sa_address', internalAddress),
  field('order', ref(userOrder)),
);

/** StormUserIntent. */
const userIntent = record(
  undefined,
  field('query_id', userQueryId),
  field('created_at', uint(32)),
  field('reference_query_id', maybe(userQueryId)),
  field('public_key', bits(256)),
  field('intent', ref(userIntentPayload)),
);

/** StormExecutorIntent. */
const executorIntent = record(
  undefined,
  field('amm_address', internalAddress),
  field('sa_address', internalAddress),
  field('order', ref(executorOrder)),
);

/** StormIntent. */
export const intent: BodyType = union(
  tagged('user_intent', '$0', [
    field('signature', bits(512)),
    field('intent', ref(userIntent)),
    field('oracle_payload', ref(oraclePayload)),
    field('next_intent', maybe(ref(lazy(() => intent)))),
  ]),
  tagged('executor_intent', '$1', [
    field('intent', ref(executorIntent)),
    field('oracle_payload', ref(oraclePayload)),
    field('next_intent', maybe(ref(lazy(() => intent)))),
  ]),
);
