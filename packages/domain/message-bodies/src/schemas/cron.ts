import {
  address,
  cell,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  internalAddress,
  rest,
  uint,
} from '../schema-language.ts';

const restField = field('rest', rest);

/** Cron: contracts that are called again and again for a reward. */
export const cron = [
  group(
    0,
    constructor('cron_reward', 0x2e04891a, [restField]),
    constructor('cron_notify', 0xd027efe5, [field('init_state_hash', uint(256)), field('init_state_depth', uint(10))]),
    constructor('cron_init', 0x2e41d3ac, [restField]),
    constructor('cron_destroyed', 0xbbe27821, [restField]),
    constructor('w5_dns_renewal_calc_and_topup', 0x56f6110e, [
      field('first_call_time', uint(32)),
      field('repeat_every', uint(32)),
      field('salt', uint(32)),
      field('reward', coins),
      field('owner_address', internalAddress),
      field('renewal_actions_cell', cell),
      field('topup_amount', coins),
      field('msg_to_wallet_amount', coins),
    ]),
  ),
  group(
    groupOrder.external,
    constructor('cron_trigger', 0x2114702d, [field('reward_address', address), field('salt', uint(32))]),
  ),
];
