import { cell, cellOf, constructor, field, group, internalAddress, queryId, ref, rest } from '../../schema-language.ts';
import {
  amount,
  assetConfigCollection,
  assetDynamicsCollection,
  assetId,
  boolExtended,
  pricesPacked,
  principal,
  sbRate,
  trackingIndex,
} from './types.ts';

const assetIdField = field('asset_id', assetId);
const forwardTonAmount = field('forward_ton_amount', amount);
const customResponsePayload = field('custom_response_payload', cell);
const withdrawAmountCurrent = field('withdraw_amount_current', amount);

/** EVAA: withdrawal of assets and loans. */
export const evaaWithdrawal = [
  group(
    5,
    constructor('evaa_withdraw_success', 0x0000211a, [
      queryId,
      assetIdField,
      field('principal_amount', principal),
      field('tracking_supply_index', trackingIndex),
      field('tracking_borrow_index', trackingIndex),
    ]),
  ),
  group(
    6,
    constructor('evaa_withdraw_master', 0x00000002, [
      queryId,
      assetIdField,
      field('amount', amount),
      field('recipient_addr', internalAddress),
      field('include_user_code', boolExtended),
      forwardTonAmount,
      customResponsePayload,
      field('prices_with_signature_packed', ref(pricesPacked)),
    ]),
    constructor('evaa_withdraw_user', 0x00000021, [
      queryId,
      assetIdField,
      withdrawAmountCurrent,
      field('s_rate', sbRate),
      field('b_rate', sbRate),
      field('recipient_address', internalAddress),
      field(
        '',
        cellOf(
          field('asset_config_collection', assetConfigCollection),
          field('asset_dynamics_collection', assetDynamicsCollection),
          field('prices_packed', ref(pricesPacked)),
          forwardTonAmount,
          customResponsePayload,
        ),
      ),
    ]),
    constructor('evaa_withdraw_collateralized', 0x00000211, [
      queryId,
      field('owner_address', internalAddress),
      assetIdField,
      withdrawAmountCurrent,
      field('user_new_principal', principal),
      field('borrow_amount_principal', principal),
      field('reclaim_amount_principal', principal),
      field('', cellOf(field('recipient_address', internalAddress), forwardTonAmount, customResponsePayload)),
    ]),
    constructor('evaa_withdraw_success_excess_with_data', 0x0000211a, [queryId, customResponsePayload]),
    constructor('evaa_withdraw_fail', 0x0000211f, [queryId, assetIdField, field('principal_amount', principal)]),
    constructor('evaa_withdraw_locked_excess', 0x000021e6, [queryId]),
    constructor('evaa_withdraw_not_collateralized_excess', 0x000021e7, [queryId]),
    constructor('evaa_withdraw_no_funds_excess', 0x00211fe8, [queryId]),
    constructor('evaa_withdraw_missing_prices_excess', 0x000021e8, [queryId]),
    constructor('evaa_withdraw_execution_crashed', 0x000021ec, [queryId]),
  ),
  group(
    7,
    constructor('evaa_withdraw_collateralized', 0x00000211, [
      queryId,
      field('owner_address', internalAddress),
      assetIdField,
      withdrawAmountCurrent,
      field('user_new_principal', principal),
      field('borrow_amount_principal', principal),
      field('reclaim_amount_principal_optional', rest),
    ]),
    constructor('evaa_withdraw_success_excess_with_data', 0x0000211a, [
      queryId,
      field('custom_response_payload', rest),
    ]),
  ),
];
