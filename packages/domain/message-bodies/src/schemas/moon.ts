import {
  address,
  cell,
  constructor,
  field,
  group,
  groupOrder,
  maybe,
  maybeCell,
  queryId,
  record,
  ref,
  rest,
  uint,
  varUint16,
} from '../schema-language.ts';

const recipient = field('recipient', address);
const restField = field('rest', rest);

/** MoonNextPayload. */
const nextPayload = record('next_payload', recipient, field('payload', maybeCell));

/** MoonSwapParams. */
const swapParams = record(
  'swap_params',
  field('min_out', varUint16),
  field('deadline', uint(64)),
  field('excess', maybe(address)),
  field('referral', maybe(address)),
  field('next_fulfill', maybe(ref(nextPayload))),
  field('next_reject', maybe(ref(nextPayload))),
);

/** MoonOrderParams. */
const orderParams = record(
  'order_data',
  field('rate', uint(256)),
  field('lock', uint(2)),
  field('vesting_time', uint(64)),
);
const orderData = field('order_data', orderParams);

/** MoonCX: an exchange with orders. */
export const moon = [
  group(
    2,
    constructor('moon_swap', 0xb37a900b, [queryId, field('amount', varUint16), field('swap_params', swapParams)]),
    constructor('moon_swap_succeed', 0xcb7f38d6, [restField]),
    constructor('moon_swap_failed', 0xc47c1f57, [restField]),
    constructor('moon_deposit_liquidity', 0xb31db781, [queryId, field('min_lp_out', varUint16)]),
    constructor('moon_boost_pool', 0x96aa1586, [queryId]),
    constructor('moon_create_order', 0xda067c19, [queryId, field('asset2_id', address), orderData]),
    constructor('moon_deploy_order', 0x983432e2, [
      queryId,
      field('order_fee', uint(8)),
      orderData,
      field('pipes', cell),
    ]),
    constructor('moon_fill_order', 0x99b49842, [
      queryId,
      recipient,
      field('recipient_payload', maybeCell),
      field('reject_address', address),
    ]),
    constructor('moon_order_payout', 0x96612e37, [queryId]),
    constructor('moon_vesting_payout', 0xb4fc3916, [queryId]),
    constructor('moon_cancel_order', 0x1e8d79c4, [queryId]),
    constructor('moon_order_cancelled', 0x49f48ee9, [queryId]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('moon_swap_forward_payload', 0xb37a900b, [field('swap_params', swapParams)]),
    constructor('moon_swap_succeed_forward_payload', 0xcb7f38d6, [restField]),
    constructor('moon_swap_failed_forward_payload', 0xc47c1f57, [restField]),
    constructor('moon_deposit_liquidity_forward_payload', 0xb31db781, [field('min_lp_out', varUint16)]),
    constructor('moon_boost_pool_forward_payload', 0x96aa1586, [restField]),
    constructor('moon_create_order_forward_payload', 0xda067c19, [
      field('asset1_id', address),
      field('asset2_id', address),
      orderData,
    ]),
    constructor('moon_fill_order_forward_payload', 0x99b49842, [
      recipient,
      field('recipient_payload', maybeCell),
      field('reject_address', address),
    ]),
  ),
];
