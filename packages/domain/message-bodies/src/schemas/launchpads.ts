import { address, bool, coins, constructor, field, group, queryId, rest, uint } from '../schema-language.ts';

const refferal = field('refferal', rest);

/** Blum memepad: sale of new jettons along a curve. */
export const blum = [
  group(
    8,
    constructor('blum_memepad_buy', 0xaf750d34, [
      queryId,
      field('min_recieve', coins),
      field('receiver', address),
      refferal,
    ]),
    constructor('blum_memepad_sell', 0x742b36d8, [
      queryId,
      field('amount', coins),
      field('min_recieve', coins),
      refferal,
    ]),
    constructor('blum_memepad_unlock_wallet', 0xf0fd50bb, [queryId]),
    constructor('blum_memepad_buy_log', 0xceac8af4, [
      field('buyer_address', address),
      field('tons_consumed', coins),
      field('supply_delta', coins),
      field('new_supply', coins),
      field('collected_ton_liq', coins),
      refferal,
    ]),
    constructor('blum_memepad_sell_log', 0xef2e2def, [
      field('seller_address', address),
      field('ton_value', coins),
      field('supply_delta', coins),
      field('new_supply', coins),
      field('collected_ton_liq', coins),
      refferal,
    ]),
    constructor('blum_memepad_send_liq_log', 0x30c7219b, [
      field('ton_liq_amount', coins),
      field('jetton_liq_amount', coins),
    ]),
  ),
];

const tonAmount = field('ton_amount', coins);
const jettonAmount = field('jetton_amount', coins);
const feeTonAmount = field('fee_ton_amount', coins);

/** GasPump: sale of new jettons along a curve. */
export const gasPump = [
  group(
    8,
    constructor('gas_pump_buy_log', 0x67617302, [
      field('buyer_address', address),
      field('input_ton_amount', coins),
      tonAmount,
      jettonAmount,
      feeTonAmount,
      field('bonding_curve_overflow', bool),
    ]),
    constructor('gas_pump_sell_log', 0x67617303, [
      field('seller_address', address),
      tonAmount,
      jettonAmount,
      feeTonAmount,
    ]),
    constructor('gas_pump_send_to_pool_log', 0x67617305, [tonAmount, jettonAmount, feeTonAmount]),
    constructor('gas_pump_change_trade_state_log', 0x67617306, [
      field('old_trade_state', uint(16)),
      field('new_trade_state', uint(16)),
    ]),
  ),
];
