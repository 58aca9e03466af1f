import {
  cell,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  internalAddress,
  maybe,
  queryId,
  record,
  ref,
  uint,
} from '../../schema-language.ts';

const jettonAmount = field('jetton_amount', coins);
const jettonWallet = field('jetton_wallet', internalAddress);

/** CoffeeStakingAssetData. */
const assetData = record('staking_asset_data', field('wallet', internalAddress), field('amount', coins));

/** CoffeeStakingPositionData. */
const positionData = record(
  'staking_position_data',
  field('user_points', coins),
  field('additional_points', coins),
  field('start_timestamp', uint(64)),
  field('end_timestamp', uint(64)),
  field('period_id', uint(32)),
);

/** CoffeeStakingForwardData. */
const forwardData = record('staking_forward_data', field('gas', coins), field('payload', cell));

/** swap.coffee: staking. */
export const coffeeStaking = [
  group(
    4,
    constructor('coffee_staking_init', 0xbe5a7595, [
      queryId,
      field('owner', internalAddress),
      field('jetton_data', ref(assetData)),
      field('position_data', ref(positionData)),
      field('periods', cell),
    ]),
    constructor('coffee_staking_deposit', 0xf9471134, [
      queryId,
      field('sender', internalAddress),
      jettonAmount,
      field('from_user', internalAddress),
      field('period_id', uint(32)),
    ]),
    constructor('coffee_staking_update_rewards', 0x0a9577f0, [
      queryId,
      jettonWallet,
      jettonAmount,
      field('duration', uint(64)),
    ]),
    constructor('coffee_staking_claim_rewards', 0xb30c7310, [
      queryId,
      jettonWallet,
      jettonAmount,
      field('receiver', internalAddress),
      field('payload', maybe(ref(forwardData))),
    ]),
  ),
  group(
    groupOrder.external,
    constructor('coffee_staking_rewards_updated', 0x0a9577f0, [
      queryId,
      jettonWallet,
      field('duration', uint(64)),
      field('finish_at', uint(64)),
      field('rewards_rate', coins),
    ]),
    constructor('coffee_staking_rewards_claimed', 0xb30c7310, [
      queryId,
      jettonWallet,
      field('amount', coins),
      field('receiver', internalAddress),
    ]),
  ),
];
