/** @import { Sentences } from '../sentences.js' */

const SIDES = '{sides amount_1 asset_1 amount_2 asset_2}';

/**
 * Exchanges of jettons, and their pools. An asset that is null is TON there.
 *
 * @type {Sentences}
 */
export const exchangeSentences = {
  jetton_swap: [
    {
      // Of an exchange's failure that says nothing of the wanted asset.
      if: ({ asset_in: given, asset_out: wanted, dex }, isFailed) =>
        isFailed && !wanted && (!given || dex === 'dedust_v2'),
      say: '{account sender} <swapped|swap> {asset dex_incoming_transfer.amount asset_in} on {dex dex}',
    },
    {
      if: (_, isFailed) => isFailed,
      say: '{account sender} <swapped|swap> {asset dex_incoming_transfer.amount asset_in} for {coin asset_out} on {dex dex}',
    },
    {
      say:
        '{account sender} <swapped|swap> {asset dex_incoming_transfer.amount dex_incoming_transfer.asset} for ' +
        '{asset dex_outgoing_transfer.amount dex_outgoing_transfer.asset} on {dex dex}[, in {several peer_swaps} steps]',
    },
  ],
  dex_deposit_liquidity: `{account source} <added|add> ${SIDES} to {pool pool} of {dex dex}`,
  dex_withdraw_liquidity: `{account source} <took|take> ${SIDES} from {pool pool} of {dex dex}`,
  tonco_deploy_pool:
    '{account source} <created|create> {pool pool} of TONCO for {token jetton_minter_1} and {token jetton_minter_2}',
  dedust_v2_claim_fees: `{account source} <collected|collect> fees of ${SIDES} from {pool pool} of {dex dex}`,
  dedust_v2_claim_reward:
    '{account source} <collected|collect> a reward of {asset amount asset} from {pool pool} of {dex dex}',

  coffee_create_vault: '{account source} <created|create> the vault {account vault} of swap.coffee for {coin asset}',
  coffee_create_pool_creator:
    '{account source} <began|begin> to create a pool of swap.coffee, with {asset amount asset_1}',
  coffee_create_pool: `{account source} <created|create> {pool pool} of swap.coffee, with ${SIDES}`,
  coffee_mev_protect_hold_funds:
    '{account source} <gave|give> {asset amount asset} to {account mev_contract} for a protected swap of swap.coffee',
  coffee_mev_protect_failed_swap: 'A protected swap of swap.coffee did not happen, between {accounts}',
  coffee_staking_deposit:
    '{account source} <staked|stake> {jetton amount asset} in {pool pool} of swap.coffee[, for {item minted_item_address}]',
  coffee_staking_withdraw: '{account source} <took|take> {jetton amount asset} back from staking with swap.coffee',
  coffee_staking_claim_rewards:
    '{account recipient} <collected|collect> a reward of {jetton amount asset} from {pool pool} of swap.coffee',
};
