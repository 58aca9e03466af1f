import {
  address,
  bool,
  cell,
  constructor,
  field,
  group,
  groupOrder,
  int,
  maybe,
  maybeCell,
  queryId,
  record,
  ref,
  uint,
  varUint16,
} from '../schema-language.ts';

const ownerAddress = field('owner_address', address);
const amount0 = field('amount0', varUint16);
const amount1 = field('amount1', varUint16);
const liquidity = field('liquidity', uint(128));
const tickLower = field('tick_lower', int(24));
const tickUpper = field('tick_upper', int(24));
const liquidityToBurn = field('liquidity_to_burn', uint(128));
const protocolFee = field('protocol_fee', uint(16));
const lpFeeBase = field('lp_fee_base', uint(16));
const lpFeeCurrent = field('lp_fee_current', uint(16));

/** ToncoSwapParams. */
const swapParams = record(
  undefined,
  field('amount', varUint16),
  field('sqrtPriceLimitX96', uint(160)),
  field('minOutAmount', varUint16),
);

/** ToncoSwapPayloads. */
const swapPayloads = record(
  undefined,
  field('target_address', address),
  field('ok_forward_amount', varUint16),
  field('ok_forward_payload', maybeCell),
  field('ret_forward_amount', varUint16),
  field('ret_forward_payload', maybeCell),
);

/** ToncoOldFeeCell. */
const oldFeeCell = record(
  undefined,
  field('fee_growth_inside_0_last_x128', uint(256)),
  field('fee_growth_inside_1_last_x128', uint(256)),
);

/** ToncoNewFeeCell. */
const newFeeCell = record(
  undefined,
  field('fee_growth_inside_0_current_x128', uint(256)),
  field('fee_growth_inside_1_current_x128', uint(256)),
);

/** ToncoMinterCell. */
const minterCell = record(undefined, field('jetton0_minter', address), field('jetton1_minter', address));

/** ToncoMinterControllerCell. */
const minterControllerCell = record(
  undefined,
  field('jetton0_minter', address),
  field('jetton1_minter', address),
  field('controller_addr', address),
);

/** ToncoOldFeeCellFull. */
const oldFeeCellFull = record(
  undefined,
  field('fee_growth_inside_0_last_x128', uint(256)),
  field('fee_growth_inside_1_last_x128', uint(256)),
  field('nft_index', uint(64)),
  field('jetton0_amount', varUint16),
  field('jetton1_amount', varUint16),
  field('tick', int(24)),
);

/** ToncoPayloadCell. */
const payloadCell = record(
  undefined,
  field('payload_amount0', varUint16),
  field('payload_0', maybeCell),
  field('payload_amount1', varUint16),
  field('payload_1', maybeCell),
);

/** ToncoCoinsInfoCellFull. */
const coinsInfoCellFull = record(
  undefined,
  amount0,
  field('jetton0_address', address),
  amount1,
  field('jetton1_address', address),
  field('payload_cell', ref(payloadCell)),
);

/** ToncoCoinsInfoCell. */
const coinsInfoCell = record(
  undefined,
  amount0,
  field('jetton0_address', address),
  amount1,
  field('jetton1_address', address),
);

/** ToncoIndexerSwapInfoCell. */
const indexerSwapInfoCell = record(
  undefined,
  liquidity,
  field('price_sqrt', uint(160)),
  field('tick', int(24)),
  field('fee_growth_global_0x128', int(256)),
  field('fee_growth_global_1x128', int(256)),
);

/** ToncoIndexerBurnInfoCell. */
const indexerBurnInfoCell = record(
  undefined,
  field('nft_index', uint(64)),
  field('liquidity_burned', uint(128)),
  tickLower,
  tickUpper,
  field('tick_burn', int(24)),
);

/** TONCO: an exchange with concentrated liquidity. */
export const tonco = [
  group(
    4,
    constructor('tonco_router_pay_to_normal', 0xa1daa96d, [
      queryId,
      field('reciever0', address),
      field('reciever1', address),
      field('exit_code', uint(32)),
      field('seqno', uint(64)),
      field('coinsinfo_cell', maybe(ref(coinsInfoCellFull))),
      field('indexer_swap_info_cell', maybe(ref(indexerSwapInfoCell))),
    ]),
  ),
  group(
    5,
    constructor('tonco_pool_swap', 0xa7fb58f8, [
      queryId,
      ownerAddress,
      field('source_wallet', address),
      field('swap_params', ref(swapParams)),
      field('swap_payloads', ref(swapPayloads)),
    ]),
    constructor('tonco_pool_mint', 0xb2c1b6e3, [
      queryId,
      ownerAddress,
      amount0,
      amount1,
      field('enough0', varUint16),
      field('enough1', varUint16),
      liquidity,
      tickLower,
      tickUpper,
    ]),
    constructor('tonco_pool_mint_and_refund', 0x81702ef8, [
      queryId,
      field('amount0_funded', varUint16),
      field('amount1_funded', varUint16),
      field('recipient', address),
      liquidity,
      tickLower,
      tickUpper,
    ]),
    constructor('tonco_pool_start_burn', 0x530b5f2c, [
      queryId,
      field('burned_index', uint(64)),
      liquidityToBurn,
      tickLower,
      tickUpper,
    ]),
    constructor('tonco_pool_burn', 0xd73ac09d, [
      queryId,
      field('recipient', address),
      field('burned_index', uint(64)),
      liquidity,
      tickLower,
      tickUpper,
      liquidityToBurn,
      field('old_fee_cell', ref(oldFeeCell)),
      field('new_fee_cell', ref(newFeeCell)),
    ]),
    constructor('tonco_pool_fund_account', 0x4468de77, [
      queryId,
      ownerAddress,
      amount0,
      amount1,
      field('enough0', varUint16),
      field('enough1', varUint16),
      liquidity,
      tickLower,
      tickUpper,
    ]),
    constructor('tonco_pool_init', 0x441c39ed, [
      queryId,
      field('from_admin', bool),
      field('has_admin', bool),
      field('admin_address', address),
      field('has_controller', bool),
      field('controller_address', address),
      field('set_spacing', bool),
      field('tick_spacing', int(24)),
      field('set_price', bool),
      field('initial_price_x96', uint(160)),
      field('set_active', bool),
      field('pool_active', bool),
      protocolFee,
      lpFeeBase,
      lpFeeCurrent,
      field('nftv3_content', cell),
      field('nftv3item_content', cell),
      field('minter_cell', maybe(ref(minterCell))),
    ]),
    constructor('tonco_router_create_pool', 0x2e3034ef, [
      queryId,
      field('jetton_wallet0', address),
      field('jetton_wallet1', address),
      field('tick_spacing', int(24)),
      field('initial_price_x96', uint(160)),
      protocolFee,
      lpFeeBase,
      lpFeeCurrent,
      field('nftv3_content', cell),
      field('nftv3item_content', cell),
      field('minter_cell', ref(minterControllerCell)),
    ]),
    constructor('tonco_position_nft_init', 0xd5ecca2a, [
      queryId,
      field('user_address', address),
      liquidity,
      tickLower,
      tickUpper,
      field('old_fee_cell', ref(oldFeeCellFull)),
    ]),
    constructor('tonco_position_nft_burn', 0x46ca335a, [
      queryId,
      field('nft_owner', address),
      liquidityToBurn,
      tickLower,
      tickUpper,
      field('old_fee_cell', ref(oldFeeCell)),
    ]),
    constructor('tonco_account_add_liquidity', 0x3ebe5431, [
      queryId,
      field('new_amount0', varUint16),
      field('new_amount1', varUint16),
      field('new_enough0', varUint16),
      field('new_enough1', varUint16),
      liquidity,
      tickLower,
      tickUpper,
    ]),
    constructor('tonco_pool_lock', 0xb1b0b7e2, [queryId]),
    constructor('tonco_pool_unlock', 0x4e737e4d, [queryId]),
    constructor('tonco_pool_set_fee', 0x6bdcbeb8, [queryId, protocolFee, lpFeeBase, lpFeeCurrent]),
    constructor('tonco_reset_gas', 0x42a0fb43, [queryId]),
    constructor('tonco_router_pay_to_exit_code_201', 0xa1daa96d, [
      queryId,
      field('reciever0', address),
      field('reciever1', address),
      field('exit_code', uint(32)),
      field('seqno', uint(64)),
      field('coinsinfo_cell', maybe(ref(coinsInfoCell))),
      field('indexer_burn_info_cell', maybe(ref(indexerBurnInfoCell))),
    ]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('tonco_pool_fund_account_payload', 0x4468de77, [
      field('other_jetton_wallet', address),
      amount0,
      amount1,
      liquidity,
      tickLower,
      tickUpper,
    ]),
  ),
];
