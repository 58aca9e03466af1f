import {
  address,
  bits,
  bool,
  cellOf,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  internalAddress,
  maybe,
  maybeCell,
  queryId,
  record,
  ref,
  tagged,
  uint,
  union,
  varUint16,
} from '../schema-language.ts';

/** Claims of airdrops. */
export const airdrops = [group(0, constructor('lock_and_claim', 0x3a86f1a0, [queryId, field('proof', maybeCell)]))];

/** DAOLama: the vault from which NFT owners borrow. */
export const daolama = [group(0, constructor('daolama_vault_supply', 0x5c11ada9, [field('amount', coins)]))];

/** Grams: what a miner submits as proof of work. */
export const gramGivers = [
  group(
    0,
    constructor('gram_submit_proof_of_work', 0x4d696e65, [
      field('flags', uint(8)),
      field('expire', uint(32)),
      field('whom', bits(256)),
      field('rdata1', bits(256)),
      field('rseed', uint(128)),
      field('rdata2', bits(256)),
    ]),
  ),
];

/** PaymentProviderUrl. */
const paymentProviderUrl = union(tagged('none', '#00'), tagged('tonsite', '#01', [field('address', bits(256))]));

/** Payloads that name the invoice that a transfer pays. */
export const invoices = [
  group(0, constructor('invoice_payload', 0x7aa23eb5, [field('id', bits(128)), field('url', paymentProviderUrl)])),
  group(
    groupOrder.forwardPayload,
    constructor('invoice_payload_forward_payload', 0x7aa23eb5, [
      field('id', bits(128)),
      field('url', paymentProviderUrl),
    ]),
  ),
];

/** Codes of items: an item and a signature. */
export const nerdCodes = [
  group(
    groupOrder.external,
    constructor('nerd_qr_verify', 0xccc2c823, [field('item_id', uint(32)), field('signature', bits(512))]),
  ),
];

/** Tegro: an exchange. */
export const tegro = [
  group(
    5,
    constructor('tegro_swap_ton', 0x600c00fd, [
      queryId,
      field('extract', bool),
      field('max_in', coins),
      field('min_out', coins),
      field('destination', address),
      field('error_destination', address),
      field('ref', maybe(ref(address))),
    ]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('tegro_add_liquidity_forward_payload', 0x287e167a, [
      field('amount_a', varUint16),
      field('abount_b', varUint16),
    ]),
    constructor('tegro_jetton_swap_forward_payload', 0x01fb7a25, [
      field('extract', bool),
      field('max_in', varUint16),
      field('min_out', varUint16),
      field('destination', address),
      field('error_destination', address),
      field('payload', maybeCell),
    ]),
  ),
];

/** MegatonUpdateMiningParams. */
const updateMiningParams = record(undefined, field('last_mined', uint(256)), field('last_index', uint(256)));

/** Megaton: an exchange. */
export const megaton = [
  group(1, constructor('megaton_wton_mint', 0x77a33521, [queryId, field('amount', coins)])),
  group(
    groupOrder.external,
    constructor('megaton_swap', 0x7362d09c, [
      field('account_addr', internalAddress),
      field('in_token_addr', internalAddress),
      field('in_amount', coins),
      field('', cellOf(field('out_token_addr', internalAddress), field('out_amount', coins))),
    ]),
    constructor('megaton_update_mining_params', 0x56a8e920, [
      field('pool_addr', internalAddress),
      field('last_mined', uint(256)),
      field('last_index', uint(256)),
      field('', ref(updateMiningParams)),
    ]),
  ),
];
