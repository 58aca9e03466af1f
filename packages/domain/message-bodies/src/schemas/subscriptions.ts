import { cell, constructor, field, grams, group, internalAddress, queryId, rest, uint } from '../schema-language.ts';

/** Subscriptions, paid by plugins of wallets. */
export const subscriptions = [
  group(
    4,
    constructor('subscription_payment', 0x73756273, [field('rest', rest)]),
    constructor('subscription_fallback', 0x756e6b77, [field('rest', rest)]),
    constructor('subscription_deploy', 0xf71783cb, [
      queryId,
      field('first_charging_date', uint(32)),
      field('payment_per_period', grams),
      field('period', uint(32)),
      field('grace_period', uint(32)),
      field('caller_fee', grams),
      field('withdraw_address', internalAddress),
      field('withdraw_msg_body', cell),
      field('metadata', cell),
    ]),
    constructor('subscription_reduce_payment', 0x508238ec, [queryId, field('new_payment', grams)]),
  ),
];
