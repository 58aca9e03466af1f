import {
  cell,
  coins,
  constructor,
  field,
  group,
  hashmapE,
  int,
  internalAddress,
  maybeCell,
  queryId,
  record,
  ref,
  rest,
  uint,
} from '../../schema-language.ts';
import {
  amount,
  assetConfig,
  assetConfigCollection,
  assetDynamics,
  assetDynamicsCollection,
  assetId,
  principal,
} from './types.ts';

/** OraclesInfo. */
const oraclesInfo = record(
  'oracles_info',
  field('total_oracles', uint(16)),
  field('threshold', uint(16)),
  field('oracles', cell),
);

/** UpgradeConfig. */
const upgradeConfig = record(
  'upgrade_config',
  field('master_code_version', coins),
  field('user_code_version', coins),
  field('timeout', uint(32)),
  field('update_time', uint(64)),
  field('freeze_time', uint(64)),
  field('user_code', cell),
  field('blank_code', cell),
  field('new_master_code', maybeCell),
  field('new_user_code', maybeCell),
);

/** MasterConfig. */
const masterConfig = record(
  'master_config',
  field('asset_config_collection', assetConfigCollection),
  field('if_active', int(8)),
  field('admin', internalAddress),
  field('oracles_info', oraclesInfo),
  field('tokens_keys', maybeCell),
  field('maybe_supervisor_address_cell', rest),
);

/** MasterStorage. */
const masterStorage = record(
  'storage',
  field('meta', cell),
  field('upgrade_config', ref(upgradeConfig)),
  field('master_config', ref(masterConfig)),
  field('asset_dynamics_collection', assetDynamicsCollection),
);

/** InitMasterPackedData. */
const initMasterPackedData = record(
  undefined,
  field('new_asset_dynamics_collection', ref(assetDynamicsCollection)),
  field('tokens_keys', cell),
);

/** EVAA: upgrades, configuration and reading of state. */
export const evaaAdministration = [
  group(
    6,
    constructor('evaa_user_execute_action', 0x107e0000, [field('extra', rest)]),
    constructor('evaa_revert_call', 0x0000000f, [
      queryId,
      field('owner_address', internalAddress),
      field('revert_body', cell),
    ]),
  ),
  group(
    7,
    constructor('evaa_idle_master', 0x00000008, [queryId, field('target_address', internalAddress)]),
    constructor('evaa_idle_user', 0x00000081, [
      queryId,
      field('tokens_keys', maybeCell),
      field('originator_address', internalAddress),
    ]),
    constructor('evaa_idle_excess', 0x0000081e, [queryId]),
    constructor('evaa_do_data_checks', 0x0000d001, [queryId]),
    constructor('evaa_get_store_request', 0x00009998, [queryId, field('body_data', cell)]),
    constructor('evaa_get_store_response', 0x00009999, [
      queryId,
      field('body_data', cell),
      field('storage', masterStorage),
    ]),
    constructor('evaa_add_to_reserve', 0x00000a99, [field('rest', rest)]),
    constructor('evaa_init_master', 0x000000a1, [
      queryId,
      field('new_asset_config_collection', ref(assetConfigCollection)),
      field('packed_data', ref(initMasterPackedData)),
    ]),
    constructor('evaa_claim_asset_reserves', 0x000000a2, [
      queryId,
      field('target_address', internalAddress),
      field('asset_id', assetId),
      field('amount_to_claim', amount),
    ]),
    constructor('evaa_disable_contract_for_upgrade', 0x000000e8, [queryId]),
    constructor('evaa_init_upgrade', 0x000000c1, [
      queryId,
      field('new_master_code', maybeCell),
      field('new_user_code', maybeCell),
    ]),
    constructor('evaa_submit_upgrade', 0x000000c2, [queryId]),
    constructor('evaa_cancel_upgrade', 0x000000c3, [queryId]),
    constructor('evaa_update_config', 0x000000e4, [
      queryId,
      field('new_meta', cell),
      field('new_config', ref(masterConfig)),
    ]),
    constructor('evaa_add_new_token', 0x00000a32, [
      queryId,
      field('asset_key', assetId),
      field('new_asset_config', ref(assetConfig)),
      field('new_asset_dynamics', ref(assetDynamics)),
    ]),
    constructor('evaa_force_enable', 0x000000e1, [queryId]),
    constructor('evaa_force_disable_contract', 0x000000e9, [queryId]),
    constructor('evaa_debug_principals_edit_user', 0x00000d21, [
      queryId,
      field('new_principals', hashmapE(256, principal)),
    ]),
  ),
];
