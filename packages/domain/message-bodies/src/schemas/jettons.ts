import {
  address,
  cell,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  internalAddress,
  maybeCell,
  payload,
  queryId,
  rest,
  uint,
  varUint16,
  varUint32,
  maybe,
  snakeText,
} from '../schema-language.ts';

const amount = field('amount', varUint16);
const forwardTonAmount = field('forward_ton_amount', varUint16);

/** TEP-74 jettons, TEP-89 discovery, and the usual minters. */
export const jettons = [
  group(
    0,
    constructor('jetton_transfer', 0x0f8a7ea5, [
      queryId,
      amount,
      field('destination', address),
      field('response_destination', address),
      field('custom_payload', maybeCell),
      forwardTonAmount,
      field('forward_payload', payload),
    ]),
    constructor('jetton_internal_transfer', 0x178d4519, [
      queryId,
      amount,
      field('from', address),
      field('response_address', address),
      forwardTonAmount,
      field('forward_payload', payload),
    ]),
    constructor('jetton_burn', 0x595f07bc, [
      queryId,
      amount,
      field('response_destination', address),
      field('custom_payload', maybeCell),
    ]),
  ),
  group(
    1,
    // For wallets that omit the Either bit.
    constructor('jetton_internal_transfer', 0x178d4519, [
      queryId,
      amount,
      field('from', address),
      field('response_address', address),
      forwardTonAmount,
      field('forward_payload', rest),
    ]),
    constructor('jetton_burn_notification', 0x7bdd97de, [
      queryId,
      amount,
      field('sender', address),
      field('response_destination', address),
    ]),
    constructor('jetton_notify', 0x7362d09c, [
      queryId,
      amount,
      field('sender', address),
      field('forward_payload', payload),
    ]),
    constructor('jetton_set_status', 0xeed236d3, [queryId, field('status', uint(4))]),
    constructor('jetton_mint', 0x642b7d07, [queryId, field('to_address', internalAddress), field('ton_amount', coins)]),
    constructor('minter_jetton_mint', 0x00000015, [
      queryId,
      field('to_address', address),
      field('ton_amount', coins),
      field('master_msg', cell),
    ]),
    constructor('jetton_change_admin', 0x6501f354, [queryId, field('new_admin_address', address)]),
  ),
  group(
    groupOrder.external,
    constructor('scaled_ui_display_multiplier_changed', 0xac392598, [
      field('numerator', varUint32),
      field('denominator', varUint32),
      field('comment', maybe(snakeText)),
    ]),
  ),
];
