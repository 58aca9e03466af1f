import {
  address,
  cell,
  cellOf,
  coins,
  constructor,
  field,
  group,
  internalAddress,
  queryId,
  ref,
  tagged,
  union,
} from '../../schema-language.ts';
import {
  amount,
  assetConfigCollection,
  assetDynamicsCollection,
  assetId,
  boolExtended,
  pricesPacked,
  principal,
  trackingIndex,
} from './types.ts';

const collateralAssetId = field('collateral_asset_id', assetId);
const minCollateralAmount = field('min_collateral_amount', amount);
const customResponsePayload = field('custom_response_payload', cell);
const liquidatorAddress = field('liquidator_address', internalAddress);
const transferredAssetId = field('transferred_asset_id', assetId);
const forwardTonAmount = field('forward_ton_amount', coins);
const deltaLoanPrincipal = field('delta_loan_principal', principal);
const deltaCollateralPrincipal = field('delta_collateral_principal', principal);

/** LiquidationError. */
const liquidationError = union(
  tagged('user_withdraw_in_progress', '#000031f0'),
  tagged('not_liquidatable', '#000031f2'),
  tagged('liquidation_prices_missing', '#000031f7'),
  tagged('min_collateral_not_satisfied', '#000031f3', [field('collateral_amount', amount)]),
  tagged('user_not_enough_collateral', '#000031f4', [field('collateral_present', amount)]),
  tagged('user_liquidating_too_much', '#000031f5', [field('max_not_too_much', amount)]),
  tagged('liqudation_execution_crashed', '#000031fe'),
);

/** EVAA: liquidation of loans. */
export const evaaLiquidation = [
  group(
    7,
    constructor('evaa_liquidate_master', 0x00000003, [
      queryId,
      field('borrower_address', internalAddress),
      field('liquidator_address', address),
      collateralAssetId,
      minCollateralAmount,
      field('include_user_code', boolExtended),
      field('liquidate_incoming_amount', amount),
      field('', cellOf(field('forward_ton_amount', amount), customResponsePayload)),
      field('prices_with_signature_packed', ref(pricesPacked)),
    ]),
    constructor('evaa_liquidate_user', 0x00000031, [
      queryId,
      field('asset_config_collection', assetConfigCollection),
      field('asset_dynamics_collection', assetDynamicsCollection),
      field(
        '',
        cellOf(
          field('prices_packed', ref(pricesPacked)),
          collateralAssetId,
          minCollateralAmount,
          liquidatorAddress,
          transferredAssetId,
          field('transfered_amount', amount),
          forwardTonAmount,
          customResponsePayload,
        ),
      ),
    ]),
    constructor('evaa_liquidate_unsatisfied', 0x0000031f, [
      queryId,
      field('owner_address', internalAddress),
      liquidatorAddress,
      transferredAssetId,
      field(
        '',
        cellOf(
          field('transferred_amount', amount),
          collateralAssetId,
          minCollateralAmount,
          forwardTonAmount,
          customResponsePayload,
          field('error', liquidationError),
        ),
      ),
    ]),
    constructor('evaa_liquidate_satisfied', 0x00000311, [
      queryId,
      field('owner_address', internalAddress),
      liquidatorAddress,
      transferredAssetId,
      field(
        '',
        cellOf(
          deltaLoanPrincipal,
          field('liquidatable_amount', amount),
          field('protocol_gift', amount),
          field('new_user_loan_principal', principal),
          collateralAssetId,
          deltaCollateralPrincipal,
          field('collateral_reward', amount),
          minCollateralAmount,
          field('new_user_collateral_principal', principal),
          forwardTonAmount,
          customResponsePayload,
        ),
      ),
    ]),
    constructor('evaa_liquidate_success', 0x0000311a, [
      queryId,
      transferredAssetId,
      deltaLoanPrincipal,
      field('loan_tracking_supply_index', trackingIndex),
      field('loan_tracking_borrow_index', trackingIndex),
      collateralAssetId,
      deltaCollateralPrincipal,
      field('collateral_tracking_supply_index', trackingIndex),
      field('collateral_tracking_borrow_index', trackingIndex),
    ]),
    constructor('evaa_liquidate_fail', 0x0000311f, [
      queryId,
      transferredAssetId,
      deltaLoanPrincipal,
      collateralAssetId,
      deltaCollateralPrincipal,
    ]),
    constructor('evaa_liquidate_success_report', 0x0000311d, [
      transferredAssetId,
      field('transferred_amount', amount),
      collateralAssetId,
      field('collateral_reward', amount),
      customResponsePayload,
    ]),
  ),
  group(
    8,
    constructor('evaa_liquidate_master', 0x00000003, [
      queryId,
      field('borrower_address', internalAddress),
      field('liquidator_address', address),
      collateralAssetId,
      minCollateralAmount,
      field('include_user_code', boolExtended),
      field('liquidate_incoming_amount', amount),
      field('', cellOf(field('forward_ton_amount', amount), customResponsePayload)),
    ]),
  ),
];
