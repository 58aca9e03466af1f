/** @import { Sentences } from '../sentences.js' */

/** The id of TON in EVAA. */
const EVAA_TON = '0x1a4219fe5e60d63af2a3cc7dce6fec69b45c6b5718497a6148e7c232ac87bd8a';
const PACKET = 'layerzero_packet_data';
const TGBTC = '{number amount} smallest units of tgBTC';

/**
 * Loans, staking of jettons, bridges and computing: protocols of their own.
 *
 * @type {Sentences}
 */
export const protocolSentences = {
  evaa_supply: [
    { if: ({ is_ton: isTon }) => isTon === true, say: '{account source} <supplied|supply> {ton amount} to EVAA' },
    { say: '{account source} <supplied|supply> {jetton amount asset} to EVAA' },
  ],
  evaa_withdraw: [
    {
      if: (_, isFailed) => isFailed,
      say: '{account source} <took|take> an asset out of EVAA[: {reason fail_reason}]',
    },
    {
      if: ({ asset_id: asset }) => asset === EVAA_TON,
      say: '{account source} <took|take> {ton amount} out of EVAA for {account recipient}',
    },
    { say: '{account source} <took|take> {jetton amount asset} out of EVAA for {account recipient}' },
  ],
  evaa_liquidate:
    '{account source} <liquidated|liquidate> a debt of {account borrower} in EVAA[: {reason fail_reason}]',

  jvault_stake: '{account source} <staked|stake> {jetton amount asset} in {pool pool} of JVault[ for {days period}]',
  jvault_unstake: '{account source} <took|take> {jetton amount asset} back from {pool pool} of JVault',
  jvault_unstake_request: '{account source} <asked|ask> {pool pool} of JVault for {jetton amount asset} back',
  jvault_claim: '{account source} <collected|collect> rewards from {pool pool} of JVault[: {rewards claimed_rewards}]',

  layerzero_send: `{account initiator} <sent|send> a LayerZero message to endpoint {id ${PACKET}.dst_eid}`,
  layerzero_send_tokens: `{account sender} <sent|send> {jetton amount asset} by LayerZero to endpoint {id ${PACKET}.dst_eid}`,
  layerzero_receive: `{account oapp} <received|receive> a LayerZero message from endpoint {id ${PACKET}.src_eid}`,
  layerzero_commit_packet: `{account sender} <committed|commit> a LayerZero message from endpoint {id ${PACKET}.src_eid}`,
  layerzero_dvn_verify: '{account dvn} <verified|verify> LayerZero message {id nonce}: {reason status}',

  tgbtc_mint:
    '{account destination} <received|receive> {jetton amount asset} for bitcoins[ (transaction {code bitcoin_tx_id})]',
  tgbtc_mint_fallback: `{account destination} <received|receive> ${TGBTC} for bitcoins[ (transaction {code bitcoin_tx_id})]`,
  tgbtc_burn: '{account source} <burnt|burn> {jetton amount asset} for bitcoins',
  tgbtc_burn_fallback: `{account source} <burnt|burn> ${TGBTC} for bitcoins`,
  tgbtc_new_key: '{account coordinator} <took|take> a new key of tgBTC into use[: {code pubkey}]',
  tgbtc_new_key_fallback: '{account coordinator} <took|take> a new key of tgBTC into use[: {code pubkey}]',
  tgbtc_dkg_log_fallback: '{account coordinator} <announced|announce> a key of tgBTC[: {code pubkey}]',

  cocoon_worker_payout: 'The Cocoon worker {account source} <paid|pay> {ton amount} to {account destination}',
  cocoon_proxy_payout: 'The Cocoon proxy {account source} <paid|pay> what it earned to {account destination}',
  cocoon_proxy_charge:
    'The Cocoon client {account source} <paid|pay> {account destination} for tokens up to {number new_tokens_used}',
  cocoon_client_top_up: '{account source} <added|add> {ton amount} to the Cocoon client {account destination}',
  cocoon_register_proxy: 'A Cocoon proxy <registered|register> with {account destination}',
  cocoon_unregister_proxy: 'A Cocoon proxy <unregistered|unregister> from {account destination}',
  cocoon_client_register: '{account source} <registered|register> the Cocoon client {account destination}',
  cocoon_client_change_secret_hash:
    '{account source} <changed|change> the secret of the Cocoon client {account destination}',
  cocoon_client_request_refund:
    '{account source} <asked|ask> for a refund from the Cocoon client {account destination}',
  cocoon_grant_refund: 'The Cocoon client {account source} <paid|pay> {ton amount} back to {account destination}',
  cocoon_client_increase_stake:
    '{account source} <raised|raise> the stake of the Cocoon client {account destination} to {ton amount}',
  cocoon_client_withdraw:
    '{account source} <took|take> {ton withdraw_amount} out of the Cocoon client {account destination}',
};
