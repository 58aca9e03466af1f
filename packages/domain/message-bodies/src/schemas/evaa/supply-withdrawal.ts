import {
  cell,
  constructor,
  field,
  group,
  groupOrder,
  int,
  internalAddress,
  queryId,
  record,
  ref,
  rest,
} from '../../schema-language.ts';
import { amount, assetConfigCollection, assetDynamicsCollection, assetId, boolExtended, principal } from './types.ts';

const supplyAssetId = field('supply_asset_id', assetId);
const withdrawAssetId = field('withdraw_asset_id', assetId);
const tonAmountForRepayRemainings = field('ton_amount_for_repay_remainings', amount);
const customResponsePayload = field('custom_response_payload', cell);
const subaccountId = field('subaccount_id', int(16));

/** SWSupply. */
const swSupply = record('sw_supply', field('supply_amount', amount));

/** SWSupplyEmpty. */
const swSupplyEmpty = record('sw_supply_empty');

/** SWSupplyUser. */
const swSupplyUser = record('sw_supply_user', field('', swSupply), supplyAssetId);

/** SWWithdraw. */
const swWithdraw = record(
  'sw_withdraw',
  field('withdraw_amount', amount),
  withdrawAssetId,
  field('recipient_address_of_withdraw', internalAddress),
);

/** SWWithdrawUser. */
const swWithdrawUser = record('sw_withdraw_user', field('', swWithdraw), field('prices_packed', cell));

/** SWWithdrawEmpty. */
const swWithdrawEmpty = record('sw_withdraw_empty');

/** SWGeneral. */
const swGeneral = record(
  'sw_general',
  field('include_user_code', boolExtended),
  tonAmountForRepayRemainings,
  customResponsePayload,
  field('swm_opt_rest', rest),
);

/** SupplyMasterWithdrawExtData. */
const supplyMasterWithdrawExtData = record(
  'swm_ext_data',
  subaccountId,
  field('return_repay_remainings_flag', boolExtended),
  field('custom_payload_saturation_flag', boolExtended),
);

/** SWGeneralUser. */
const swGeneralUser = record(
  'sw_general_user',
  tonAmountForRepayRemainings,
  customResponsePayload,
  field('', supplyMasterWithdrawExtData),
);

/** SupplyWithdrawMasterParams. */
const supplyWithdrawMasterParams = record(
  'supply_withdraw_master_params',
  field('supply_data', ref(swSupply)),
  field('withdraw_data', ref(swWithdraw)),
  field('general_data', ref(swGeneral)),
);

/** SupplyWithdrawMasterJettonParams. */
const supplyWithdrawMasterJettonParams = record(
  'supply_withdraw_master_jetton_params',
  field('supply_data', ref(swSupplyEmpty)),
  field('withdraw_data', ref(swWithdraw)),
  field('general_data', ref(swGeneral)),
);

/** SupplyWithdrawUserParams. */
const supplyWithdrawUserParams = record(
  undefined,
  field('asset_config_collection', assetConfigCollection),
  field('asset_dynamics_collection', assetDynamicsCollection),
  field('', swGeneralUser),
);

/** SupplyWithdrawSatisfiedSupplyData. */
const supplyWithdrawSatisfiedSupplyData = record(
  undefined,
  field('owner_address', internalAddress),
  field('', swSupplyUser),
  field('supply_new_principal', principal),
  field('repay_amount_principal', principal),
  field('supply_amount_principal', principal),
);

/** SupplyWithdrawSatisfiedWithdrawData. */
const supplyWithdrawSatisfiedWithdrawData = record(
  undefined,
  field('', swWithdraw),
  field('withdraw_new_principal', principal),
  field('borrow_amount_principal', principal),
  field('reclaim_amount_principal', principal),
);

/** SupplyWithdrawUnsatisfiedSupplyData. */
const supplyWithdrawUnsatisfiedSupplyData = record(
  undefined,
  field('owner_address', internalAddress),
  field('', swSupplyUser),
);

/** SupplyWithdrawUnsatisfiedGeneralData. */
const supplyWithdrawUnsatisfiedGeneralData = record(
  undefined,
  tonAmountForRepayRemainings,
  customResponsePayload,
  subaccountId,
);

/** SupplyWithdrawFailSupplyData. */
const supplyWithdrawFailSupplyData = record(undefined, supplyAssetId, field('supply_principal_amount', amount));

/** SupplyWithdrawFailWithdrawData. */
const supplyWithdrawFailWithdrawData = record(undefined, withdrawAssetId, field('withdraw_principal_amount', amount));

/** SupplyWithdrawFailGeneralData. */
const supplyWithdrawFailGeneralData = record(undefined, subaccountId);

/** SupplyWithdrawSuccessSupplyData. */
const supplyWithdrawSuccessSupplyData = record(undefined, supplyAssetId, field('supply_principal_amount', amount));

/** SupplyWithdrawSuccessWithdrawData. */
const supplyWithdrawSuccessWithdrawData = record(
  undefined,
  withdrawAssetId,
  field('withdraw_principal_amount', amount),
);

/** SupplyWithdrawSuccessGeneralData. */
const supplyWithdrawSuccessGeneralData = record(
  undefined,
  field('asset_config_collection', assetConfigCollection),
  field('asset_dynamics_collection', assetDynamicsCollection),
  subaccountId,
);

/** EVAA: supply and withdrawal in one step. */
export const evaaSupplyWithdrawal = [
  group(
    7,
    constructor('evaa_supply_withdraw_master_without_prices', 0x00000401, [
      queryId,
      field('', supplyWithdrawMasterParams),
    ]),
    constructor('evaa_supply_withdraw_user', 0x00000041, [
      queryId,
      field('supply_data', ref(swSupplyUser)),
      field('withdraw_data', ref(swWithdrawUser)),
      field('general_data', ref(supplyWithdrawUserParams)),
    ]),
    constructor('evaa_supply_withdraw_satisfied', 0x00000411, [
      queryId,
      field('supply_data', ref(supplyWithdrawSatisfiedSupplyData)),
      field('withdraw_data', ref(supplyWithdrawSatisfiedWithdrawData)),
      field('general_data', ref(swGeneralUser)),
    ]),
    constructor('evaa_supply_withdraw_unsatisfied', 0x0000041f, [
      queryId,
      field('supply_data', ref(supplyWithdrawUnsatisfiedSupplyData)),
      field('withdraw_data', ref(swWithdrawEmpty)),
      field('general_data', ref(supplyWithdrawUnsatisfiedGeneralData)),
    ]),
    constructor('evaa_supply_withdraw_fail', 0x0000411f, [
      queryId,
      field('supply_data', ref(supplyWithdrawFailSupplyData)),
      field('withdraw_data', ref(supplyWithdrawFailWithdrawData)),
      field('general_data', ref(supplyWithdrawFailGeneralData)),
    ]),
    constructor('evaa_supply_withdraw_success', 0x0000411a, [
      queryId,
      field('supply_data', ref(supplyWithdrawSuccessSupplyData)),
      field('withdraw_data', ref(supplyWithdrawSuccessWithdrawData)),
      field('general_data', ref(supplyWithdrawSuccessGeneralData)),
    ]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('evaa_supply_withdraw_master_without_prices', 0x00000401, [
      field('', supplyWithdrawMasterJettonParams),
    ]),
    constructor('evaa_supply_withdraw_master_jetton', 0x00000042, [field('', supplyWithdrawMasterJettonParams)]),
  ),
];
