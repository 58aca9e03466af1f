import {
  address,
  bool,
  cell,
  cellOf,
  coins,
  constructor,
  field,
  group,
  internalAddress,
  maybe,
  queryId,
  record,
  rest,
  tagged,
  uint,
  union,
} from '../../schema-language.ts';
import { asset, poolParams, timestamp } from './types.ts';

const code = field('code', cell);
const assetField = field('asset', asset);
const poolAddr = field('pool_addr', internalAddress);

/** DedustVersion. */
const version = record(undefined, field('version', uint(16)));
const codeVersion = field('code_version', version);

/** DedustAssetType. */
const assetType = record(undefined, field('asset_type', uint(4)));

/** DedustRole. */
const role = union(
  tagged('code_installer', '#01'),
  tagged('code_updater', '#02'),
  tagged('fee_collector', '#03'),
  tagged('fee_configurator', '#04'),
  tagged('stable_pool_factory', '#05'),
  tagged('legacy_vault_factory', '#06'),
  tagged('quote_synchronizer', '#07'),
  tagged('quote_configurator', '#08'),
);
const roleField = field('role', role);

/** DeDust: creation and upgrades of vaults, pools and operators. */
export const dedustFactory = [
  group(
    8,
    constructor('dedust_transfer_ownership', 0xca61554e, [queryId, field('new_owner_addr', address)]),
    constructor('dedust_accept_ownership', 0xdee60404, [queryId]),
    constructor('dedust_cancel_ownership_transfer', 0x16cb7fc2, [queryId]),
    constructor('dedust_install_vault_code', 0xbc3f26f6, [queryId, field('asset_type', assetType), codeVersion, code]),
    constructor('dedust_create_vault', 0x21cfe02b, [queryId, assetField]),
    constructor('dedust_create_legacy_jetton_vault', 0xc9a5752d, [
      queryId,
      field('minter_addr', internalAddress),
      field('resolver_addr', internalAddress),
    ]),
    constructor('dedust_upgrade_vault', 0x25d66911, [queryId, assetField]),
    constructor('dedust_upgrade', 0xdf4a27aa, [queryId, codeVersion, code]),
    constructor('dedust_reset_gas', 0x9f3f0937, [queryId]),
    constructor('dedust_deploy_operator', 0xb9d29997, [queryId, roleField, field('user_addr', internalAddress)]),
    constructor('dedust_change_operator_user_addr', 0x1be6df93, [
      queryId,
      roleField,
      field('user_addr', internalAddress),
    ]),
    constructor('dedust_install_operator_code', 0xe505d21a, [queryId, codeVersion, code]),
    constructor('dedust_upgrade_operator', 0x0085f5a3, [queryId, roleField]),
    constructor('dedust_install_pool_code', 0xa3e45df1, [queryId, codeVersion, code]),
    constructor('dedust_create_volatile_pool', 0x97d51f2f, [queryId, field('asset0', asset), field('asset1', asset)]),
  ),
  group(
    9,
    constructor('dedust_create_stable_pool', 0x7c40ac87, [
      queryId,
      field('asset0', asset),
      field('asset0_decimals', uint(8)),
      field('asset1', asset),
      field('asset1_decimals', uint(8)),
    ]),
    constructor('dedust_upgrade_pool', 0x53e252ae, [queryId, field('pool_params', poolParams)]),
    constructor('dedust_sync_fee_collector_addr', 0x817462a9, [queryId, poolAddr]),
    constructor('dedust_configure_pool_asset_quote_provider', 0xa805f43e, [
      queryId,
      poolAddr,
      assetField,
      field('quote_provider_addr', address),
    ]),
    constructor('dedust_sync_pool_asset_quote', 0x59317e9a, [queryId, poolAddr, assetField]),
    constructor('dedust_install_liquidity_deposit_code', 0x99a84311, [queryId, codeVersion, code]),
    constructor('dedust_destroy_non_ready_vault', 0x8a518d0d, [queryId, assetField]),
    constructor('dedust_install', 0x9b3aa3fa, [
      queryId,
      field('blank_code', cell),
      codeVersion,
      code,
      field('extra_params', rest),
    ]),
    constructor('dedust_provide_vault_state', 0xe93405b9, [queryId]),
    constructor('dedust_take_vault_state', 0xa913dc0d, [queryId, field('is_ready', bool)]),
    constructor('dedust_configure_fee_collector_addr', 0xeda15922, [
      queryId,
      field('fee_collector_addr', internalAddress),
    ]),
    constructor('dedust_configure_quote_provider', 0xabb46b3d, [
      queryId,
      assetField,
      field('quote_provider_addr', address),
    ]),
    constructor('dedust_sync_asset_quote', 0x6873c90c, [queryId, assetField]),
    constructor('dedust_provide_pool_state', 0x6e24728d, [queryId, field('include_assets', bool)]),
    constructor('dedust_take_pool_state', 0xbddd4954, [
      queryId,
      field('reserve0', coins),
      field('reserve1', coins),
      field('total_supply', coins),
      field('assets', maybe(cellOf(field('asset0', asset), field('asset1', asset)))),
    ]),
    constructor('dedust_configure_start_time', 0x7ed7f6ce, [queryId, field('start_at', timestamp)]),
    constructor('dedust_configure_trade_fee', 0xc015297f, [queryId, field('trade_fee', uint(16))]),
    constructor('dedust_reset_gas_v2', 0x26c63ab7, [queryId, field('response_destination', internalAddress)]),
    constructor('dedust_set_user_addr', 0x48e5a95d, [queryId, field('user_addr', address)]),
  ),
];
