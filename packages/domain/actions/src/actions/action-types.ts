import type { BlockType } from '../engine/block-type.ts';

/** The types of actions by the version of `supported_action_types` that first returns them. */
const typesByVersion = {
  v1: [
    'call_contract',
    'contract_deploy',
    'ton_transfer',
    'tick_tock',
    'jetton_transfer',
    'jetton_burn',
    'jetton_mint',
    'jetton_swap',
    'dex_deposit_liquidity',
    'dex_withdraw_liquidity',
    'nft_transfer',
    'nft_mint',
    'stake_deposit',
    'stake_withdrawal',
    'stake_withdrawal_request',
    'change_dns',
    'delete_dns',
    'renew_dns',
    'subscribe',
    'unsubscribe',
    'election_deposit',
    'election_recover',
    'auction_bid',
  ],
  v2: [
    'multisig_create_order',
    'multisig_approve',
    'multisig_execute',
    'vesting_send_message',
    'vesting_add_whitelist',
    'evaa_supply',
    'evaa_withdraw',
    'evaa_liquidate',
    'jvault_stake',
    'jvault_unstake',
    'jvault_claim',
    'jvault_unstake_request',
    'nft_discovery',
    'tonco_deploy_pool',
    'coffee_create_vault',
    'coffee_create_pool_creator',
    'coffee_create_pool',
    'coffee_mev_protect_hold_funds',
    'coffee_mev_protect_failed_swap',
    'coffee_staking_claim_rewards',
    'coffee_staking_deposit',
    'coffee_staking_withdraw',
    'unknown',
  ],
  v3: [
    'nft_put_on_sale',
    'nft_put_on_auction',
    'auction_outbid',
    'nft_cancel_sale',
    'nft_cancel_auction',
    'nft_finish_auction',
    'teleitem_start_auction',
    'teleitem_cancel_auction',
    'nft_update_sale',
    'dns_purchase',
    'dns_release',
    'nft_purchase',
    'layerzero_send',
    'layerzero_send_tokens',
    'layerzero_receive',
    'layerzero_commit_packet',
    'layerzero_dvn_verify',
  ],
  v4: [
    'cocoon_worker_payout',
    'cocoon_proxy_payout',
    'cocoon_proxy_charge',
    'cocoon_client_top_up',
    'cocoon_register_proxy',
    'cocoon_unregister_proxy',
    'cocoon_client_register',
    'cocoon_client_change_secret_hash',
    'cocoon_client_request_refund',
    'cocoon_grant_refund',
    'cocoon_client_increase_stake',
    'cocoon_client_withdraw',
  ],
  v5: ['dedust_v2_claim_fees', 'dedust_v2_claim_reward'],
} as const;

/** Types that a client gets only when it names them, or their alias. */
const typesByNameOnly = [
  'tgbtc_mint',
  'tgbtc_mint_fallback',
  'tgbtc_burn',
  'tgbtc_burn_fallback',
  'tgbtc_new_key',
  'tgbtc_new_key_fallback',
  'tgbtc_dkg_log_fallback',
] as const;

export type ActionsVersion = keyof typeof typesByVersion;
export type ActionType = (typeof typesByVersion)[ActionsVersion][number] | (typeof typesByNameOnly)[number];

export const actionsVersions = ['v1', 'v2', 'v3', 'v4', 'v5'] as const satisfies readonly ActionsVersion[];

/** All types that are stored. */
export const actionTypes: readonly ActionType[] = [
  ...actionsVersions.flatMap((version): readonly ActionType[] => typesByVersion[version]),
  ...typesByNameOnly,
];

/** Version → the types that it returns; each contains the one before. */
const versionSets = new Map<string, readonly ActionType[]>(
  actionsVersions.map((version, index) => [
    version,
    actionsVersions.slice(0, index + 1).flatMap((earlier): readonly ActionType[] => typesByVersion[earlier]),
  ]),
);

const startingWith = (prefix: string): readonly ActionType[] => actionTypes.filter((type) => type.startsWith(prefix));

const nft: readonly ActionType[] = ['nft_transfer', 'nft_mint', 'auction_bid'];
const dns: readonly ActionType[] = ['change_dns', 'delete_dns', 'renew_dns', 'dns_purchase', 'dns_release'];

const aliases = new Map<string, readonly ActionType[]>([
  ['latest', versionSets.get('v5')!],
  ['staking', ['stake_deposit', 'stake_withdrawal', 'stake_withdrawal_request']],
  ['jettons', ['jetton_transfer', 'jetton_burn', 'jetton_mint']],
  ['nft', nft],
  [
    'nft.v3',
    [
      ...nft,
      'nft_put_on_sale',
      'nft_put_on_auction',
      'auction_outbid',
      'nft_cancel_sale',
      'nft_purchase',
      'nft_cancel_auction',
      'nft_finish_auction',
      'teleitem_start_auction',
      'teleitem_cancel_auction',
      'nft_update_sale',
      'dns_purchase',
      'dns_release',
    ],
  ],
  ['dns', dns],
  ['dns.v2', dns],
  ['multisig', startingWith('multisig_')],
  ['vesting', startingWith('vesting_')],
  ['evaa', startingWith('evaa_')],
  ['jvault', startingWith('jvault_')],
  ['layerzero', startingWith('layerzero_')],
  ['cocoon', startingWith('cocoon_')],
  ['tgbtc', startingWith('tgbtc_')],
  ['coffee', startingWith('coffee_').filter((type) => type !== 'coffee_mev_protect_failed_swap')],
]);

/**
 * The types that a client gets who asks for versions, aliases and types by name (`supported_action_types`). Those of
 * `v1` are always among them. An unknown name is taken as the name of a type.
 */
export function expandActionTypes(names: readonly string[]): ReadonlySet<string> {
  const types = new Set<string>(versionSets.get('v1'));
  for (const name of names) {
    for (const type of versionSets.get(name) ?? aliases.get(name) ?? [name]) types.add(type);
  }
  return types;
}

const storedTypes: Partial<Record<BlockType, ActionType>> = {
  nominator_pool_deposit: 'stake_deposit',
  tonstakers_deposit: 'stake_deposit',
  ethena_deposit: 'stake_deposit',
  tonstakers_withdraw: 'stake_withdrawal',
  tonstakers_withdraw_request: 'stake_withdrawal_request',
  ethena_withdrawal_request: 'stake_withdrawal_request',
  dedust_deposit_liquidity: 'dex_deposit_liquidity',
  dedust_deposit_liquidity_partial: 'dex_deposit_liquidity',
  dedust_v2_deposit_liquidity: 'dex_deposit_liquidity',
  dedust_v2_deposit_liquidity_partial: 'dex_deposit_liquidity',
  tonco_deposit_liquidity: 'dex_deposit_liquidity',
  coffee_deposit_liquidity: 'dex_deposit_liquidity',
  tonco_withdraw_liquidity: 'dex_withdraw_liquidity',
};

/** Under which type a block is stored that does not say so itself. */
export function storedTypeOf(type: BlockType): ActionType {
  return storedTypes[type] ?? (type as ActionType);
}

/** Types of blocks whose parts are not actions of their own. */
export const typesWithoutParts: ReadonlySet<BlockType> = new Set<BlockType>([
  'call_contract',
  'contract_deploy',
  'tick_tock',
  'ton_transfer',
  'jetton_burn',
  'jetton_transfer',
  'jetton_mint',
  'jetton_swap',
  'nft_transfer',
  'nft_mint',
  'nominator_pool_deposit',
  'nominator_pool_withdraw_request',
  'tonstakers_deposit',
  'tonstakers_withdraw_request',
  'tonstakers_withdraw',
  'ethena_deposit',
  'ethena_withdrawal_request',
  'dex_deposit_liquidity',
  'dex_withdraw_liquidity',
  'dedust_deposit_liquidity',
  'dedust_deposit_liquidity_partial',
  'dedust_v2_deposit_liquidity',
  'dedust_v2_deposit_liquidity_partial',
  'tonco_deposit_liquidity',
  'tonco_withdraw_liquidity',
  'coffee_deposit_liquidity',
  'change_dns',
  'delete_dns',
  'renew_dns',
  'subscribe',
  'unsubscribe',
  'election_deposit',
  'election_recover',
  'auction_bid',
]);
