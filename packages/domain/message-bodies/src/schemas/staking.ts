import {
  address,
  bit,
  bits,
  bool,
  cell,
  coins,
  constructor,
  field,
  grams,
  group,
  hashmapE,
  int,
  maybe,
  maybeCell,
  queryId,
  record,
  ref,
  rest,
  uint,
  varUint16,
} from '../schema-language.ts';

const forwardPayload = field('forward_payload', maybeCell);

/** bemo: liquid staking. */
export const bemo = [
  group(
    0,
    constructor('bemo_stake', 0x4253c4d5, [queryId, field('forward_ton_amount', varUint16), forwardPayload]),
    constructor('bemo_unstake', 0x492ab1b3, [
      field('index', uint(64)),
      field('owner', address),
      field('ton_amount', varUint16),
      field('jetton_amount', varUint16),
      forwardPayload,
    ]),
    constructor('bemo_deploy_unstake_request', 0x10a1ce75, [
      queryId,
      field('owner_address', address),
      field('withdraw_ton_amount', varUint16),
      field('withdraw_jetton_amount', varUint16),
      forwardPayload,
      field('lockup_timestamp', uint(32)),
    ]),
    constructor('bemo_unstake_notification', 0x90c80a07, [queryId, forwardPayload]),
    constructor('bemo_return_unstake_request', 0x38633538, [field('lockup_timestamp', uint(32))]),
  ),
];

const owner = field('owner', address);
const coinsField = field('coins', varUint16);

/** Hipo: liquid staking. */
export const hipo = [
  group(
    0,
    constructor('hipo_finance_deposit_coins', 0x3d3761a6, [
      queryId,
      owner,
      coinsField,
      field('ownership_assigned_amount', varUint16),
      field('referrer', address),
    ]),
    constructor('hipo_finance_proxy_tokens_minted', 0x5be57626, [
      queryId,
      field('tokens', varUint16),
      coinsField,
      owner,
      field('round_since', uint(32)),
    ]),
    constructor('hipo_finance_tokens_minted', 0x5445efee, [
      queryId,
      field('tokens', varUint16),
      coinsField,
      owner,
      field('round_since', uint(32)),
    ]),
  ),
];

const amount = field('amount', coins);
const minLoan = field('min_loan', coins);
const maxLoan = field('max_loan', coins);

/** ApproverHalter. */
const approverHalter = record(undefined, field('approver', address), field('halter', address));

/** TonstakersControllerData. */
const controllerData = record(
  'data',
  field('controller_id', uint(32)),
  field('validator', address),
  field('pool', address),
  field('governor', address),
  field('', ref(approverHalter)),
);

/** Tonstakers: the liquid staking pool, its controllers and managers. */
export const tonstakers = [
  group(
    1,
    constructor('tonstake_controller_recover_stake', 0xeb373a05, [queryId]),
    constructor('tonstake_controller_update_validator_hash', 0xf0fd2250, [queryId]),
    constructor('tonstake_controller_withdraw_validator', 0x8efed779, [queryId, field('value', coins)]),
    constructor('tonstake_controller_validator_withdrawal', 0x30026327, [queryId, amount]),
    constructor('tonstake_controller_new_stake', 0xe0505d0e, [
      queryId,
      field('value', coins),
      field('validator_pubkey', uint(256)),
      field('stake_at', uint(32)),
      field('max_factor', uint(32)),
      field('adnl_addr', uint(256)),
      field('signature', ref(bits(512))),
    ]),
    constructor('tonstake_controller_send_request_loan', 0x6335b11a, [
      queryId,
      minLoan,
      maxLoan,
      field('max_interst', uint(24)),
    ]),
    constructor('tonstake_controller_return_unused_loan', 0xed7378a6, [queryId]),
    constructor('tonstake_controller_return_available_funds', 0x55c26cd5, [queryId]),
    constructor('tonstake_pool_request_loan', 0xe642c965, [
      queryId,
      minLoan,
      maxLoan,
      field('max_interest', uint(24)),
      field('controller_data', ref(controllerData)),
    ]),
    constructor('tonstake_pool_loan_repayment', 0xdfdca27b, [queryId]),
    constructor('tonstake_pool_deposit', 0x47d54391, [queryId, field('referral', rest)]),
    constructor('tonstake_pool_touch', 0x4bc7c2df, [queryId]),
    constructor('tonstake_pool_set_governance_fee', 0x2aaa96a0, [queryId, field('governance_fee', uint(16))]),
    constructor('tonstake_pool_withdraw', 0x319b0cdc, [
      queryId,
      field('jetton_amount', coins),
      field('from_address', address),
      field('response_address', address),
    ]),
    constructor('tonstake_pool_withdrawal', 0x0a77535c, [queryId]),
    constructor('tonstake_pool_set_roles', 0x5e517f36, [
      queryId,
      field('governor', maybe(address)),
      field('interest_manager', maybe(address)),
      field('halter', maybe(address)),
    ]),
    constructor('tonstake_pool_set_deposit_settings', 0x9bf5561c, [
      queryId,
      field('optimistic_deposit_withdrawals', bool),
      field('deposits_open', bool),
    ]),
    constructor('tonstake_pool_deploy_controller', 0xb27edcad, [field('controller_id', uint(32)), queryId]),
    constructor('tonstake_pool_prepare_governance_migration', 0x9971881c, [
      queryId,
      field('governor_update_after', uint(48)),
    ]),
    constructor('tonstake_controller_pool_send_message', 0x270695fb, [
      queryId,
      field('mode', uint(8)),
      field('msg', cell),
    ]),
    constructor('tonstake_controller_pool_upgrade', 0x96e7f528, [
      queryId,
      field('data', maybeCell),
      field('code', maybeCell),
      field('after_upgrade', maybeCell),
    ]),
    constructor('tonstake_controller_pool_set_sudoer', 0x79e7c016, [queryId, field('sudoer', address)]),
    constructor('tonstake_controller_pool_unhalt', 0x7247e7a5, [queryId]),
    constructor('tonstake_controller_pool_halt', 0x139a1b4e, [queryId]),
    constructor('tonstake_imanager_set_interest', 0xc9f04485, [queryId, field('interest_rate', uint(16))]),
    constructor('tonstake_imanager_operation_fee', 0x54d37487, [queryId]),
    constructor('tonstake_imanager_request_notification', 0xb1ebae06, [
      queryId,
      minLoan,
      maxLoan,
      field('max_interest', uint(16)),
    ]),
    constructor('tonstake_imanager_stats', 0xc1344900, [
      queryId,
      field('borrowed', coins),
      field('expected', coins),
      field('returned', coins),
      field('profit_sign', int(1)),
      field('profit', coins),
      field('total_balance', coins),
    ]),
    constructor('tonstake_nft_burn', 0xf127fe4e, [queryId]),
    constructor('tonstake_nft_burn_notification', 0xed58b0b2, [
      queryId,
      amount,
      field('owner', address),
      field('index', uint(64)),
    ]),
    constructor('tonstake_nft_init', 0x132f9a45, [
      queryId,
      field('owner', address),
      amount,
      field('prev', address),
      field('next', address),
    ]),
    constructor('tonstake_nft_payout', 0xdb3b8abd, [queryId]),
    constructor('tonstake_payout_mint_jettons', 0x1674b0a0, [
      queryId,
      field('destination', address),
      amount,
      field('notification', coins),
      field('forward', coins),
    ]),
  ),
];

const restField = field('rest', rest);

/** JVault: staking pools for jettons. */
export const jvault = [
  group(
    6,
    constructor('jvault_receive_jettons', 0xd68a4ac1, [
      queryId,
      field('min_deposit', coins),
      field('max_deposit', coins),
      field('unstake_commission', uint(16)),
      field('unstake_fee', coins),
      field('whitelist', hashmapE(267, bit)),
      field('received_jettons', coins),
    ]),
    constructor('jvault_unstake_jettons', 0x499a9262, [
      queryId,
      field('jettons_to_unstake', coins),
      field('force_unstake', bool),
    ]),
    constructor('jvault_unstake_request', 0x0168d4b7, [queryId, field('jettons_to_unstake', coins)]),
    constructor('jvault_claim_rewards_msg', 0x78d9f109, [queryId, field('jettons_to_claim', hashmapE(267, bit))]),
    constructor('jvault_send_claimed_rewards', 0x44bc1fe3, [restField]),
    constructor('jvault_request_update_rewards', 0xf5c5baa3, [restField]),
    constructor('jvault_update_rewards', 0xae9307ce, [restField]),
    constructor('jvault_request_update_referrer', 0x55c35b40, [restField]),
    constructor('jvault_update_referrer', 0x076ee4e0, [restField]),
    constructor('jvault_set_data', 0x383411ea, [restField]),
  ),
];

const signedQueryId = field('query_id', int(64));

/** Whales: pools of nominators. */
export const whales = [
  group(
    5,
    constructor('whales_nominators_withdraw', 0xda803efd, [signedQueryId, field('gas', grams), field('amount', grams)]),
    constructor('whales_nominators_deposit', 0x7bcd1fef, [signedQueryId, field('gas', grams)]),
    constructor('whales_nominators_force_kick', 0x1596920c, [signedQueryId]),
    constructor('whales_nominators_stake_withdraw_delayed', 0x74bb3427, [signedQueryId]),
    constructor('whales_nominators_stake_withdraw_completed', 0x23d421e1, [signedQueryId]),
    constructor('whales_nominators_send_stake', 0xa2065f2c, [
      queryId,
      field('gas_limit', grams),
      field('stake', grams),
      field('validator_pubkey', bits(256)),
      field('stake_at', uint(32)),
      field('max_factor', uint(32)),
      field('adnl_addr', bits(256)),
      field('signature', ref(bits(512))),
    ]),
    constructor('whales_nominators_withdraw_unowned', 0x251d6a98, [queryId, field('gas_limit', grams)]),
    constructor('whales_nominators_withdraw_unowned_response', 0x1d1715bf, [queryId]),
    constructor('whales_nominators_accept_stake', 0x99a811fb, [queryId, field('members', rest)]),
    constructor('whales_nominators_accept_withdraws', 0xa19fd934, [queryId, field('members', rest)]),
  ),
];
