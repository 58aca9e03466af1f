import { constructor, field, group, queryId, ref, rest, uint } from '../schema-language.ts';
import { messageRelaxed } from './message-types.ts';

/** Vesting wallets. */
export const vesting = [
  group(
    6,
    constructor('vesting_send_message', 0xa7733acd, [
      queryId,
      field('send_mode', uint(8)),
      field('message', ref(messageRelaxed)),
    ]),
    constructor('vesting_send_message_response', 0xf7733acd, [queryId]),
    constructor('vesting_add_white_list', 0x7258a69b, [queryId, field('addresses_ref_snake', rest)]),
    constructor('vesting_add_white_list_response', 0xf258a69b, [queryId]),
  ),
];
