import {
  address,
  cell,
  cellOf,
  constructor,
  field,
  group,
  int,
  internalAddress,
  queryId,
  record,
  rest,
  uint,
} from '../../schema-language.ts';
import { amount, assetId, boolExtended, principal, sbRate, trackingIndex } from './types.ts';

const subaccountId = field('subaccount_id', int(16));
const returnRepayRemainingsFlag = field('return_repay_remainings_flag', boolExtended);
const customPayloadSaturationFlag = field('custom_payload_saturation_flag', boolExtended);
const includeUserCode = field('include_user_code', boolExtended);
const supplyAmount = field('supply_amount', amount);
const recipientAddress = field('recipient_address', internalAddress);
const forwardTonAmount = field('forward_ton_amount', amount);
const customResponsePayload = field('custom_response_payload', cell);
const assetIdField = field('asset_id', assetId);
const ownerAddress = field('owner_address', internalAddress);
const amountSupplied = field('amount_supplied', amount);
const userNewPrincipal = field('user_new_principal', principal);
const repayAmountPrincipal = field('repay_amount_principal', principal);

/** SupplyMasterOptional. */
const supplyMasterOptional = record(
  'sm_opt_data',
  subaccountId,
  returnRepayRemainingsFlag,
  field('custom_payload_recipient', internalAddress),
  customPayloadSaturationFlag,
);

/** EVAA: supply of assets. */
export const evaaSupply = [
  group(5, constructor('evaa_supply_excess_with_data', 0x000011ae, [queryId, customResponsePayload])),
  group(
    6,
    constructor('evaa_supply_master', 0x00000001, [
      queryId,
      includeUserCode,
      supplyAmount,
      recipientAddress,
      forwardTonAmount,
      customResponsePayload,
    ]),
    constructor('evaa_supply_user', 0x00000011, [
      queryId,
      assetIdField,
      field('supply_amount_current', amount),
      field('s_rate', sbRate),
      field('b_rate', sbRate),
      field('dust', uint(64)),
      field('max_token_amount', uint(64)),
      field('total_supply', principal),
      field('total_borrow', principal),
      field('tracking_supply_index', trackingIndex),
      field('tracking_borrow_index', trackingIndex),
      customResponsePayload,
      field(
        '',
        cellOf(
          subaccountId,
          returnRepayRemainingsFlag,
          field('custom_payload_recipient', internalAddress),
          customPayloadSaturationFlag,
          field('initial_sender', internalAddress),
        ),
      ),
    ]),
    constructor('evaa_supply_success', 0x0000011a, [
      queryId,
      ownerAddress,
      assetIdField,
      amountSupplied,
      userNewPrincipal,
      repayAmountPrincipal,
      field('supply_amount_principal', principal),
      customResponsePayload,
      subaccountId,
      returnRepayRemainingsFlag,
      field('', cellOf(field('custom_payload_recipient', address))),
      customPayloadSaturationFlag,
    ]),
    constructor('evaa_supply_fail', 0x0000011f, [
      queryId,
      ownerAddress,
      assetIdField,
      field('amount', amount),
      forwardTonAmount,
      customResponsePayload,
      subaccountId,
      returnRepayRemainingsFlag,
      field('', cellOf(field('initial_sender', internalAddress))),
    ]),
    constructor('evaa_supply_excess', 0x000011ae, [queryId]),
    constructor('evaa_supply_fail_with_data', 0x00011ae1, [queryId, customResponsePayload]),
  ),
  group(
    7,
    constructor('evaa_supply_master', 0x00000001, [
      queryId,
      includeUserCode,
      supplyAmount,
      recipientAddress,
      customResponsePayload,
      field('supply_master_optional', supplyMasterOptional),
    ]),
    constructor('evaa_supply_user', 0x00000011, [
      queryId,
      assetIdField,
      field('supply_amount_current', amount),
      field('s_rate', sbRate),
      field('b_rate', sbRate),
      field('dust', uint(64)),
      field('max_token_amount', uint(64)),
      field('total_supply', principal),
      field('total_borrow', principal),
      field('tracking_supply_index', trackingIndex),
      field('tracking_borrow_index', trackingIndex),
      forwardTonAmount,
      customResponsePayload,
    ]),
    constructor('evaa_supply_success', 0x0000011a, [
      queryId,
      ownerAddress,
      assetIdField,
      amountSupplied,
      userNewPrincipal,
      repayAmountPrincipal,
      field('supply_amount_principal', principal),
      customResponsePayload,
    ]),
    constructor('evaa_supply_fail', 0x0000011f, [
      queryId,
      ownerAddress,
      assetIdField,
      field('amount', amount),
      forwardTonAmount,
      customResponsePayload,
    ]),
  ),
  group(
    8,
    constructor('evaa_supply_master', 0x00000001, [
      queryId,
      includeUserCode,
      supplyAmount,
      recipientAddress,
      customResponsePayload,
      field('supply_master_optional', rest),
    ]),
    constructor('evaa_supply_success', 0x0000011a, [
      queryId,
      ownerAddress,
      assetIdField,
      amountSupplied,
      userNewPrincipal,
      repayAmountPrincipal,
      field('custom_response_payload', rest),
    ]),
  ),
];
