import {
  type BodyType,
  bits,
  cell,
  coins,
  field,
  hashmapE,
  int,
  lazy,
  maybe,
  record,
  ref,
  tagged,
  uint,
  union,
} from '../../schema-language.ts';

/** EvaaSbRate. */
export const sbRate = record(undefined, field('sb_rate', uint(64)));

/** EvaaTimestamp. */
const timestamp = record(undefined, field('timestamp', uint(32)));

/** EvaaPrincipal. */
export const principal = record(undefined, field('principal', int(64)));

/** EvaaBalance. */
const balance = record(undefined, field('balance', uint(64)));

/** EvaaAddressHash. */
const addressHash = record(undefined, field('address_hash', uint(256)));

/** EvaaAssetId. */
export const assetId = record(undefined, field('asset_id', uint(256)));

/** EvaaAmount. */
export const amount = record(undefined, field('amount', uint(64)));

/** EvaaTrackingIndex. */
export const trackingIndex = record(undefined, field('tracking_index', uint(64)));

/** BoolExtended. */
export const boolExtended = union(tagged('bool_true', '$11'), tagged('bool_false', '$00'));

/** PriceAssets. */
const priceAssets: BodyType = record(
  'price_assets',
  field('id', uint(256)),
  field('price', coins),
  field('next_asset', maybe(ref(lazy(() => priceAssets)))),
);

/** PriceOraclesData. */
const priceOraclesData: BodyType = record(
  'price_oracles_data',
  field('oracle_id', uint(32)),
  field('proof', cell),
  field('signature', bits(512)),
  field('next_oracles_data', maybe(ref(lazy(() => priceOraclesData)))),
);

/** PricesPacked. */
export const pricesPacked = record(
  'prices_packed',
  field('assets', ref(priceAssets)),
  field('oracles_data', ref(priceOraclesData)),
);

/** AssetConfigParams. */
const assetConfigParams = record(
  undefined,
  field('collateral_factor', uint(16)),
  field('liquidation_threshold', uint(16)),
  field('liquidation_bonus', uint(16)),
  field('base_borrow_rate', uint(64)),
  field('borrow_rate_slope_low', uint(64)),
  field('borrow_rate_slope_high', uint(64)),
  field('supply_rate_slope_low', uint(64)),
  field('supply_rate_slope_high', uint(64)),
  field('target_utilization', uint(64)),
  field('origination_fee', uint(64)),
  field('dust_value', uint(64)),
  field('max_total_supply', uint(64)),
  field('reserve_factor', uint(16)),
  field('liquidation_reserve_factor', uint(16)),
  field('min_principal_for_rewards', uint(64)),
  field('base_tracking_supply_speed', uint(64)),
  field('base_tracking_borrow_speed', uint(64)),
);

/** AssetConfig. */
export const assetConfig = record(
  undefined,
  field('jw_address_hash', addressHash),
  field('decimals', uint(8)),
  field('params', ref(assetConfigParams)),
);

/** AssetConfigCollection. */
export const assetConfigCollection = record(undefined, field('asset_configs', hashmapE(256, assetConfig)));

/** AssetDynamics. */
export const assetDynamics = record(
  undefined,
  field('s_rate', sbRate),
  field('b_rate', sbRate),
  field('total_supply_principal', principal),
  field('total_borrow_principal', principal),
  field('last_accrual', timestamp),
  field('token_balance', balance),
  field('tracking_supply_index', trackingIndex),
  field('tracking_borrow_index', trackingIndex),
  field('awaited_supply', balance),
);

/** AssetDynamicsCollection. */
export const assetDynamicsCollection = record(undefined, field('asset_dynamics', hashmapE(256, assetDynamics)));
