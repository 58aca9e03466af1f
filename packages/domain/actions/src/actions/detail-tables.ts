import type { ActionType } from './action-types.ts';
import { type DetailField, detailFields as fields } from './detail-fields.ts';

/** Types whose details are an error, because nothing shows them. */
export type TypeWithoutDetails = 'unknown' | 'coffee_mev_protect_failed_swap';

const listing = `nft_collection addr=asset, nft_item addr=asset_secondary, nft_item_index num=., owner addr=source,
  listing_address addr=source_secondary, auction_address addr=destination,
  marketplace_address addr=destination_secondary,
  marketplace_fee_factor num=.mp_fee_factor, marketplace_fee_base num=.mp_fee_base, royalty_fee_base num=.,
  max_bid num=., min_bid num=., marketplace_fee_address addr=., royalty_address addr=., marketplace text`;

const cancelledAuction = `owner addr=source, nft_item addr=asset_secondary, nft_collection addr=asset,
  auction_address addr=destination, marketplace_address addr=nft_transfer_data.marketplace_address, marketplace text`;

const unstake = `source addr=source, stake_wallet addr=source_secondary, pool addr=destination, amount num=amount,
  exit_code int=opcode, asset addr=asset, staking_asset addr=asset2`;

const election = 'stake_holder addr=source, amount? num=amount';

const tgbtcMint = `source addr=source, destination addr=destination, amount num=amount, asset addr=asset,
  bitcoin_tx_id text=extra.btc_txid, destination_wallet addr=destination_secondary`;

const tgbtcBurn = `source addr=source, source_wallet addr=source_secondary, destination addr=destination,
  amount num=amount, asset addr=asset`;

const tgbtcNewKey = `source addr=source, pubkey text=extra.pubkey, coordinator addr=destination,
  pegout addr=destination_secondary, amount num=amount, asset addr=asset`;

const nftTransfer = `nft_collection addr=asset, nft_item addr=asset_secondary, nft_item_index num=.,
  old_owner? addr=source, new_owner addr=destination, is_purchase bool=., price? num=., query_id num=.,
  response_destination addr=., custom_payload boc=., forward_payload boc=., forward_amount num=., comment text,
  is_encrypted_comment bool, marketplace text, real_old_owner addr=.real_prev_owner, marketplace_address addr=.,
  payout_amount num=.`;

const cocoon = (type: string, text: string): readonly DetailField[] => fields(`cocoon_${type}_data`, text);

/** Type → the keys of its `details` in their order, each with the column that it shows. */
export const detailTables: Readonly<Record<Exclude<ActionType, TypeWithoutDetails>, readonly DetailField[]>> = {
  call_contract: fields(
    '',
    `opcode? opcode=opcode, source? addr=source, destination? addr=destination, value? num=value,
    extra_currencies map=value_extra_currencies`,
  ),
  contract_deploy: fields(
    '',
    'opcode? opcode=opcode, source? addr=source, destination? addr=destination, value? num=value',
  ),
  ton_transfer: fields(
    'ton_transfer_data',
    `source addr=source, destination addr=destination, value num=value,
    value_extra_currencies map=value_extra_currencies,
    comment text=.content, encrypted bool=.`,
  ),
  tick_tock: fields('', 'account? addr'),
  jetton_transfer: fields(
    'jetton_transfer_data',
    `asset addr=asset, sender addr=source, receiver addr=destination, sender_jetton_wallet addr=source_secondary,
    receiver_jetton_wallet addr=destination_secondary, amount num=amount, comment text=., is_encrypted_comment bool=.,
    query_id num=., response_destination addr=., custom_payload boc=., forward_payload boc=., forward_amount num=.`,
  ),
  jetton_burn: fields(
    '',
    'owner addr=source, owner_jetton_wallet addr=source_secondary, asset addr=asset, amount num=amount',
  ),
  jetton_mint: fields(
    '',
    `asset addr=asset, receiver addr=destination, receiver_jetton_wallet addr=destination_secondary, amount num=amount,
    ton_amount num=value`,
  ),
  nft_transfer: fields(
    'nft_transfer_data',
    `${nftTransfer}, payout_address addr=nft_listing_data.marketplace_fee_address, payout_comment text=.,
    payout_comment_encrypted bool=., payout_comment_encoded bool=., royalty_amount num=.,
    royalty_address addr=nft_listing_data.royalty_address`,
  ),
  nft_purchase: fields(
    'nft_transfer_data',
    `${nftTransfer}, payout_address addr=.real_prev_owner, payout_comment text=., payout_comment_encrypted bool=.,
    payout_comment_encoded bool=., royalty_amount num=., royalty_address addr`,
  ),
  nft_mint: fields(
    'nft_mint_data',
    'owner? addr=source, nft_item addr=asset_secondary, nft_collection addr=asset, nft_item_index num=.',
  ),
  nft_discovery: fields(
    'nft_transfer_data',
    'source addr=source, nft_item addr=asset_secondary, nft_collection addr=asset, nft_item_index num=.',
  ),
  nft_put_on_sale: fields(
    'nft_listing_data',
    `nft_collection addr=asset, nft_item addr=asset_secondary, nft_item_index num=., owner addr=source,
    listing_address addr=source_secondary, sale_address addr=destination,
    marketplace_address addr=destination_secondary,
    full_price num=., marketplace_fee num=., royalty_amount num=., marketplace_fee_address addr=.,
    royalty_address addr=.,
    marketplace text`,
  ),
  nft_put_on_auction: fields('nft_listing_data', listing),
  teleitem_start_auction: fields('nft_listing_data', listing),
  nft_update_sale: fields(
    'nft_listing_data',
    `source addr=source, sale_contract addr=destination, nft_address addr=asset_secondary,
    marketplace_address addr=nft_transfer_data.marketplace_address, marketplace text, full_price num=.,
    marketplace_fee num=., royalty_amount num=.`,
  ),
  nft_cancel_sale: fields(
    '',
    `owner addr=source, nft_item addr=asset_secondary, nft_collection addr=asset, sale_address addr=destination,
    marketplace_address addr=nft_transfer_data.marketplace_address, marketplace text`,
  ),
  nft_cancel_auction: fields('', cancelledAuction),
  nft_finish_auction: fields('', cancelledAuction),
  teleitem_cancel_auction: fields('', cancelledAuction),
  auction_bid: fields(
    'nft_transfer_data',
    `amount num=value, bidder addr=source, auction addr=destination, nft_item addr=asset_secondary,
    nft_collection addr=asset, nft_item_index num=.`,
  ),
  auction_outbid: fields(
    'ton_transfer_data',
    `auction_address addr=source, bidder addr=destination, new_bidder addr=source_secondary,
    nft_item addr=asset_secondary, nft_collection addr=asset, amount num=amount, comment? text=.content,
    marketplace? text`,
  ),
  change_dns: fields(
    'change_dns_record_data',
    'key text=., value object=., source addr=source, asset addr=destination, nft_collection addr=asset',
  ),
  delete_dns: fields(
    'change_dns_record_data',
    'hash text=.key, source addr=source, asset addr=destination, nft_collection addr=asset',
  ),
  renew_dns: fields('', 'source addr=source, asset addr=destination, nft_collection addr=asset'),
  dns_purchase: fields(
    'nft_transfer_data',
    `nft_collection addr=asset, nft_item addr=asset_secondary, nft_item_index num=., new_owner addr=destination,
    price num=., query_id num=., payout_amount num=.`,
  ),
  dns_release: fields(
    'nft_transfer_data',
    `query_id num=., source addr=source, nft_item addr=destination, nft_collection addr=asset, nft_item_index num=.,
    value num=value`,
  ),
  jetton_swap: fields(
    'jetton_swap_data',
    `dex text=., sender addr=source, asset_in addr=asset, asset_out addr=asset2, dex_incoming_transfer object=.,
    dex_outgoing_transfer object=., peer_swaps list=., min_out_amount? num=.`,
  ),
  dex_deposit_liquidity: fields(
    'dex_deposit_liquidity_data',
    `dex text=., amount_1 num=.amount1, amount_2 num=.amount2, asset_1 addr=.asset1, asset_2 addr=.asset2,
    user_jetton_wallet_1 addr=., user_jetton_wallet_2 addr=., source addr=source, pool addr=destination,
    destination_liquidity addr, lp_tokens_minted num=., target_asset_1 addr=., target_asset_2 addr=.,
    target_amount_1 num=., target_amount_2 num=., vault_excesses list=., tick_lower num=., tick_upper num=.,
    nft_index num=., nft_address addr=.`,
  ),
  dex_withdraw_liquidity: fields(
    'dex_withdraw_liquidity_data',
    `dex text=., amount_1 num=.amount1, amount_2 num=.amount2, asset_1 addr=.asset1_out, asset_2 addr=.asset2_out,
    user_jetton_wallet_1 addr=., user_jetton_wallet_2 addr=., lp_tokens_burnt num=., is_refund bool, source addr=source,
    pool addr=destination, destination_liquidity addr=destination, burnt_nft_index num=.burned_nft_index,
    burnt_nft_address addr=.burned_nft_address, tick_lower num=., tick_upper num=.`,
  ),
  tonco_deploy_pool: fields(
    'tonco_deploy_pool_data',
    `source addr=source, pool addr=destination_secondary, router addr=destination,
    router_jetton_wallet_1 addr=.jetton0_router_wallet, router_jetton_wallet_2 addr=.jetton1_router_wallet,
    jetton_minter_1 addr=.jetton0_minter, jetton_minter_2 addr=.jetton1_minter, tick_spacing num=.,
    initial_price_x96 num=., protocol_fee num=., lp_fee_base num=., lp_fee_current num=., pool_active bool=.`,
  ),
  dedust_v2_claim_fees: fields(
    'dex_withdraw_liquidity_data',
    `dex text=., source addr=source, pool addr=destination, position addr=destination_secondary,
    asset_1 addr=.asset1_out,
    asset_2 addr=.asset2_out, amount_1 num=.amount1, amount_2 num=.amount2, user_jetton_wallet_1 addr=.,
    user_jetton_wallet_2 addr=., dex_jetton_wallet_1 addr=., dex_jetton_wallet_2 addr=.`,
  ),
  dedust_v2_claim_reward: fields(
    'dex_withdraw_liquidity_data',
    `dex text=., source addr=source, pool addr=destination, position addr=destination_secondary, asset addr=.asset1_out,
    amount num=.amount1, user_jetton_wallet addr=.user_jetton_wallet_1, dex_jetton_wallet addr=.dex_jetton_wallet_1`,
  ),
  stake_deposit: fields(
    'staking_data',
    `provider text=., stake_holder addr=source, pool addr=destination, amount num=amount, tokens_minted num=.,
    asset addr=asset, source_asset? addr=asset2`,
  ),
  stake_withdrawal: fields(
    'staking_data',
    `provider text=., stake_holder addr=source, pool addr=destination, amount num=amount, payout_nft addr=.ts_nft,
    tokens_burnt num=., asset addr=asset`,
  ),
  stake_withdrawal_request: fields(
    'staking_data',
    `provider text=., stake_holder addr=source, pool addr=destination, payout_nft addr=.ts_nft, asset addr=asset,
    tokens_burnt num, tokens_minted? num=.`,
  ),
  election_deposit: fields('', election),
  election_recover: fields('', election),
  subscribe: fields(
    '',
    `subscriber addr=source, beneficiary? addr=destination, subscription addr=destination_secondary, amount num=amount`,
  ),
  unsubscribe: fields(
    '',
    `subscriber addr=source, beneficiary? addr=destination, subscription addr=destination_secondary,
    amount? num=amount`,
  ),
  multisig_create_order: fields(
    'multisig_create_order_data',
    `query_id num=., order_seqno num=., is_created_by_signer bool=., is_signed_by_creator bool=., creator_index int=.,
    expiration_date int=., order_boc boc=., source addr=source, destination addr=destination,
    destination_order addr=destination_secondary`,
  ),
  multisig_approve: fields(
    'multisig_approve_data',
    'signer_index int=., exit_code int=., source addr=source, destination addr=destination',
  ),
  multisig_execute: fields(
    'multisig_execute_data',
    `query_id num=., order_seqno num=., expiration_date int=., approvals_num int=., signers_hash hash=.,
    order_boc boc=.,
    source addr=source, destination addr=destination`,
  ),
  vesting_send_message: fields(
    'vesting_send_message_data',
    `query_id num=., message_boc boc=., source addr=source, vesting addr=destination,
    destination addr=destination_secondary, amount num=amount`,
  ),
  vesting_add_whitelist: fields(
    'vesting_add_whitelist_data',
    'query_id num=., accounts_added list=., source addr=source, vesting addr=destination',
  ),
  evaa_supply: fields(
    'evaa_supply_data',
    `sender_jetton_wallet addr=., recipient_jetton_wallet addr=., master_jetton_wallet addr=., master addr=.,
    asset_id text=., is_ton bool=., source addr=source, source_wallet addr=source_secondary, recipient addr=destination,
    recipient_contract addr=destination_secondary, asset addr=asset, amount num=amount`,
  ),
  evaa_withdraw: fields(
    'evaa_withdraw_data',
    `recipient_jetton_wallet addr=., master_jetton_wallet addr=., master addr=., fail_reason text=., asset_id text=.,
    source addr=source, recipient addr=destination, owner_contract addr=destination_secondary, asset addr=asset,
    amount num=amount`,
  ),
  evaa_liquidate: fields(
    'evaa_liquidate_data',
    `fail_reason text=., debt_amount num=., source addr=source, borrower addr=destination,
    borrower_contract addr=destination_secondary, collateral addr=asset, asset_id text=., asset addr,
    is_known_asset bool,
    amount num=amount`,
  ),
  jvault_stake: fields(
    'jvault_stake_data',
    `period int=., minted_stake_jettons num=., stake_wallet addr=., source addr=source,
    source_jetton_wallet addr=source_secondary, asset addr=asset, pool addr=destination, amount num=amount`,
  ),
  jvault_unstake: fields('', unstake),
  jvault_unstake_request: fields('', unstake),
  jvault_claim: fields(
    'jvault_claim_data',
    'claimed_rewards list, source addr=source, stake_wallet addr=source_secondary, pool addr=destination',
  ),
  coffee_create_vault: fields('', 'source addr=source, vault addr=destination, asset addr=asset, value num=value'),
  coffee_create_pool_creator: fields(
    '',
    `source addr=source, source_jetton_wallet addr=source_secondary, deposit_recipient addr=destination,
    pool_creator_contract addr=destination_secondary, provided_asset addr=coffee_create_pool_data.provided_asset,
    asset_1 addr=asset, asset_2 addr=asset2, amount num=amount`,
  ),
  coffee_create_pool: fields(
    'coffee_create_pool_data',
    `source addr=source, source_jetton_wallet addr=source_secondary, initiator_1 addr=., initiator_2 addr=.,
    pool addr=destination, pool_creator_contract addr=., provided_asset addr=., amount num=amount, asset_1 addr=asset,
    asset_2 addr=asset2, amount_1 num=., amount_2 num=., lp_tokens_minted num=.`,
  ),
  coffee_mev_protect_hold_funds: fields(
    '',
    `source addr=source, source_jetton_wallet addr=source_secondary, mev_contract addr=destination,
    mev_contract_jetton_wallet addr=destination_secondary, asset addr=asset, amount num=amount`,
  ),
  coffee_staking_deposit: fields(
    'coffee_staking_deposit_data',
    `source addr=source, source_jetton_wallet addr=source_secondary, pool addr=destination,
    pool_jetton_wallet addr=destination_secondary, asset addr=asset, amount num=amount, minted_item_address addr=.,
    minted_item_index num=.`,
  ),
  coffee_staking_withdraw: fields(
    'coffee_staking_withdraw_data',
    `source addr=source, source_jetton_wallet addr=source_secondary, pool addr=destination,
    pool_jetton_wallet addr=destination_secondary, asset addr=asset, amount num=amount, nft_address addr=.,
    nft_index num=., points num=.`,
  ),
  coffee_staking_claim_rewards: fields(
    '',
    `pool addr=source, pool_jetton_wallet addr=source_secondary, recipient addr=destination,
    recipient_jetton_wallet addr=destination_secondary, asset addr=asset, amount num=amount`,
  ),
  layerzero_send: fields(
    '',
    `initiator addr=source, layerzero_send_data object=layerzero_send_data,
    layerzero_packet_data object=layerzero_packet_data`,
  ),
  layerzero_send_tokens: fields(
    '',
    `sender addr=source, sender_wallet addr=source_secondary, oapp addr=destination,
    oapp_wallet addr=destination_secondary, asset addr=asset, amount num=amount,
    layerzero_send_data object=layerzero_send_data, layerzero_packet_data object=layerzero_packet_data`,
  ),
  layerzero_receive: fields(
    '',
    `sender addr=source, oapp addr=destination, channel addr=destination_secondary,
    layerzero_packet_data object=layerzero_packet_data`,
  ),
  layerzero_commit_packet: fields(
    '',
    `sender addr=source, endpoint addr=source_secondary, uln addr=destination,
    uln_connection addr=destination_secondary,
    channel addr=asset, msglib_connection addr=asset_secondary, layerzero_packet_data object=layerzero_packet_data`,
  ),
  layerzero_dvn_verify: fields(
    'layerzero_dvn_verify_data',
    `initiator addr=source, nonce int=., status text=., dvn addr=., proxy addr=., uln addr=., uln_connection addr=.`,
  ),
  tgbtc_mint: fields('', tgbtcMint),
  tgbtc_mint_fallback: fields('', tgbtcMint),
  tgbtc_burn: fields('', tgbtcBurn),
  tgbtc_burn_fallback: fields('', tgbtcBurn),
  tgbtc_new_key: fields('', tgbtcNewKey),
  tgbtc_new_key_fallback: fields('', tgbtcNewKey),
  tgbtc_dkg_log_fallback: fields('', 'coordinator addr=source, pubkey text=extra.pubkey, timestamp num=value'),
  cocoon_client_change_secret_hash: cocoon(
    'client_change_secret_hash',
    'query_id num=., new_secret_hash text=., source addr=source, destination addr=destination',
  ),
  cocoon_client_increase_stake: cocoon(
    'client_increase_stake',
    'query_id num=., new_stake num=., source addr=source, destination addr=destination, amount num=amount',
  ),
  cocoon_client_register: cocoon(
    'client_register',
    'query_id num=., nonce num=., source addr=source, destination addr=destination',
  ),
  cocoon_client_request_refund: cocoon(
    'client_request_refund',
    'query_id num=., via_wallet bool=., source addr=source, destination addr=destination',
  ),
  cocoon_client_top_up: cocoon(
    'client_top_up',
    'query_id num=., source addr=source, destination addr=destination, amount num=amount',
  ),
  cocoon_client_withdraw: cocoon(
    'client_withdraw',
    'query_id num=., withdraw_amount num=., source addr=source, destination addr=destination, amount num=amount',
  ),
  cocoon_grant_refund: cocoon(
    'grant_refund',
    `query_id num=., new_tokens_used num=., expected_address text=., source addr=source, destination addr=destination,
    amount num=amount`,
  ),
  cocoon_proxy_charge: cocoon(
    'proxy_charge',
    `query_id num=., new_tokens_used num=., expected_address text=., source addr=source, destination addr=destination`,
  ),
  cocoon_proxy_payout: cocoon('proxy_payout', 'query_id num=., source addr=source, destination addr=destination'),
  cocoon_register_proxy: cocoon('register_proxy', 'query_id num=., destination addr=destination'),
  cocoon_unregister_proxy: cocoon('unregister_proxy', 'query_id num=., seqno int=., destination addr=destination'),
  cocoon_worker_payout: cocoon(
    'worker_payout',
    `payout_type text=., query_id num=., new_tokens num=., worker_state int=., worker_tokens num=., source addr=source,
    destination addr=destination, amount num=amount`,
  ),
};
