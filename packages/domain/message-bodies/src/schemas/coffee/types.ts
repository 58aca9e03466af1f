import {
  type BodyType,
  cell,
  coins,
  field,
  int,
  internalAddress,
  lazy,
  maybe,
  maybeCell,
  record,
  ref,
  tagged,
  uint,
  union,
} from '../../schema-language.ts';

const recipient = field('recipient', internalAddress);

/** CoffeeAMM. */
const amm = union(tagged('constant_product', '$000'), tagged('curve_fi_stable', '$001'));

/** CoffeeDepositLiquidityCondition. */
const depositLiquidityCondition = union(
  tagged('none', '$00'),
  tagged('lp_quantity', '$01', [field('min_lp_amount', coins)]),
  tagged('reserves_ratio', '$10', [
    field('denominator', uint(16)),
    field('min_nominator', uint(16)),
    field('max_nominator', uint(16)),
  ]),
  tagged('complex', '$11', [
    field('min_lp_amount', coins),
    field('denominator', uint(16)),
    field('min_nominator', uint(16)),
    field('max_nominator', uint(16)),
  ]),
);

/** CoffeeAsset. */
export const asset = union(
  tagged('native', '$00'),
  tagged('jetton', '$01', [field('chain', uint(8)), field('hash', uint(256))]),
  tagged('extra', '$10', [field('id', uint(32))]),
);

/** CoffeePoolParams. */
export const poolParams = record(
  'pool_params',
  field('first', asset),
  field('second', asset),
  field('amm', amm),
  field('amm_settings', maybeCell),
);

/** CoffeePublicPoolCreationParams. */
const publicPoolCreationParams = record(
  'public_pool_creation_params',
  recipient,
  field('use_recipient_on_failure', int(1)),
  field('notification_data', maybeCell),
);

/** CoffeePrivatePoolCreationParams. */
const privatePoolCreationParams = record(
  'private_pool_creation_params',
  field('is_active', uint(1)),
  field('extra_settings', maybeCell),
);

/** CoffeePoolCreationParams. */
export const poolCreationParams = record(
  'pool_creation_params',
  field('public', publicPoolCreationParams),
  field('private', privatePoolCreationParams),
);

/** CoffeeNotificationDataSingle. */
export const notificationDataSingle = record(
  'notification_data_single',
  field('receiver', internalAddress),
  field('fwd_gas', coins),
  field('payload', cell),
);

/** CoffeeNotificationData. */
export const notificationData = record(
  'notification_data',
  field('on_success', maybe(ref(notificationDataSingle))),
  field('on_failure', maybe(ref(notificationDataSingle))),
);

/** CoffeeSwapParams. */
export const swapParams = record(
  'swap_params',
  field('deadline', uint(32)),
  recipient,
  field('referral', internalAddress),
  field('notification_data', maybe(ref(notificationData))),
);

/** CoffeeSwapStepParams. */
export const swapStepParams: BodyType = record(
  'swap_step_params',
  field('pool_address_hash', uint(256)),
  field('min_output_amount', coins),
  field('next', maybe(ref(lazy(() => swapStepParams)))),
);

/** CoffeeSwapStepInternalParams. */
export const swapStepInternalParams = record(
  'swap_step_internal_params',
  field('previous_amount', coins),
  field('previous_asset_hint', maybe(asset)),
  field('min_output_amount', coins),
  field('next', maybe(ref(swapStepParams))),
);

/** CoffeePoolReserves. */
export const poolReserves = record('pool_reserves', field('input_reserve', coins), field('output_reserve', coins));

/** CoffeeDepositLiquidityParamsTrimmed. */
export const depositLiquidityParamsTrimmed = record(
  'deposit_liquidity_params_trimmed',
  recipient,
  field('use_recipient_on_failure', int(1)),
  field('referral', internalAddress),
  field('deadline', uint(32)),
  field('condition', depositLiquidityCondition),
  field('extra_settings', maybeCell),
  field('notification_data', maybe(ref(notificationData))),
);

/** CoffeeDepositLiquidityParams. */
export const depositLiquidityParams = record(
  'deposit_liquidity_params',
  field('params', ref(depositLiquidityParamsTrimmed)),
  field('pool_params', ref(poolParams)),
);

/** CoffeeContractUpdate. */
export const contractUpdate = record('contract_update', field('code', maybeCell), field('data', maybeCell));
