import { address, coins, constructor, field, group, groupOrder, uint } from '../schema-language.ts';

const amount = field('amount', coins);

/** tgBTC: events of the bridge to bitcoin. */
export const tgbtc = [
  group(
    groupOrder.external,
    constructor('tgbtc_mint_event', 0x77a80ef3, [
      amount,
      field('recipient_address', address),
      field('bitcoin_txid', uint(256)),
    ]),
    constructor('tgbtc_burn_event', 0xca444ce6, [
      amount,
      field('sender_address', address),
      field('pegout_address', address),
    ]),
    constructor('tgbtc_new_key_event', 0x27756729, [
      amount,
      field('new_internal_pubkey', uint(256)),
      field('pegout_address', address),
    ]),
    constructor('tgbtc_dkg_completed_event', 0x453443a6, [
      field('timestamp', uint(64)),
      field('internal_pubkey', uint(256)),
    ]),
  ),
];
