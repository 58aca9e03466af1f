import {
  address,
  bits,
  bool,
  cell,
  cellOf,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  hashmapE,
  internalAddress,
  queryId,
  record,
  ref,
  rest,
  tagged,
  uint,
  union,
} from '../../schema-language.ts';
import { executorQueryId } from './types.ts';

const userPublicKeys = field('user_public_keys', hashmapE(256, rest));
const newCode = field('new_code', cell);
const publicKey = field('public_key', uint(256));
const amount = field('amount', coins);
const senderAddress = field('sender_address', internalAddress);
const ownerAddress = field('owner_address', internalAddress);
const vaultAddress = field('vault_address', internalAddress);
const createdAt = field('created_at', uint(32));
const saAddress = field('sa_address', internalAddress);
const signature = field('signature', bits(512));

/** StormKeys. */
const keys = record(
  undefined,
  field('hot_public_key', uint(256)),
  field('cold_public_key', uint(256)),
  userPublicKeys,
  field('keys_count', uint(8)),
);

/** StormInitializationData. */
const initializationData = record(
  undefined,
  field('highload_timeout', uint(24)),
  field('keys', ref(keys)),
  field('version', uint(8)),
  newCode,
);

/** StormInitializationRequest. */
const initializationRequest = union(tagged('need_key_init', '$1', [userPublicKeys]), tagged('no_key_init', '$0'));

/** SignedChangeKeyPayload. */
const signedChangeKeyPayload = record(
  undefined,
  field('query_id', executorQueryId),
  createdAt,
  saAddress,
  field('new_hot_key', uint(256)),
);

/** StormSignedSelfDepositNativePayload. */
const signedSelfDepositNativePayload = record(
  undefined,
  field('external_query_id', executorQueryId),
  createdAt,
  saAddress,
  queryId,
  amount,
  vaultAddress,
);

/** StormSignedSelfDepositJettonPayload. */
const signedSelfDepositJettonPayload = record(
  undefined,
  field('external_query_id', executorQueryId),
  createdAt,
  saAddress,
  queryId,
  amount,
  vaultAddress,
  field('', cellOf(field('jetton_wallet_address', internalAddress))),
);

/** Storm Trade: smart accounts, their keys, deposits and withdrawals. */
export const stormAccounts = [
  group(
    10,
    constructor('storm_deploy_ordinary_sa', 0x0302cd79, [queryId, userPublicKeys]),
    constructor('storm_init_sa', 0x5b0dd9f4, [queryId, field('init_data', initializationData)]),
    constructor('storm_add_public_key', 0x220c4c19, [queryId, publicKey]),
    constructor('storm_remove_public_key', 0x76519f8b, [queryId, publicKey]),
    constructor('storm_remove_all_keys_except_current', 0x644794b8, [queryId, publicKey]),
    constructor('storm_deposit_native', 0x29bb3721, [
      queryId,
      amount,
      field('receiver_address', internalAddress),
      field('init', bool),
      field('key_init', initializationRequest),
    ]),
    constructor('storm_deposit_jetton', 0x76840119, [
      queryId,
      field('receiver_address', internalAddress),
      field('init', bool),
      field('key_init', initializationRequest),
    ]),
    constructor('storm_notify_with_deploy', 0x5a89f5a2, [
      queryId,
      amount,
      userPublicKeys,
      senderAddress,
      ownerAddress,
      field('jetton_minter_address', internalAddress),
    ]),
    constructor('storm_deposit_notify_with_deploy', 0x18a092f7, [
      queryId,
      vaultAddress,
      amount,
      senderAddress,
      field('init_data', initializationData),
    ]),
    constructor('storm_deposit_notify', 0x186b2edf, [
      queryId,
      amount,
      senderAddress,
      field('jetton_minter_address', internalAddress),
    ]),
    constructor('storm_deposit_revert', 0x5b27f9c5, [queryId, amount, field('sender_address', address), ownerAddress]),
    constructor('storm_unsuccessful_deposit', 0x6cde12e2, [queryId]),
    constructor('storm_withdraw_request_user', 0x6eec039d, [queryId, vaultAddress, amount]),
    constructor('storm_withdraw_request', 0x512cbd25, [queryId, amount, ownerAddress]),
    constructor('storm_withdraw_success', 0x20d835c2, [queryId]),
    constructor('storm_change_cold_key_factory', 0x0b9d20cc, [queryId, field('new_cold_key', uint(256))]),
    constructor('storm_change_hot_key_factory', 0x1bd24ca6, [queryId, field('new_hot_key', uint(256))]),
    constructor('storm_change_cold_key_request', 0x7a0bda1c, [queryId, saAddress]),
    constructor('storm_change_cold_key', 0x70246da6, [
      queryId,
      field('response_destination', address),
      field('new_cold_key', uint(256)),
    ]),
    constructor('storm_update_sa_ordinary_code', 0x0c6ca95e, [queryId, field('version', uint(8)), newCode]),
    constructor('storm_deposit_ton', 0x5a091c43, [queryId]),
    constructor('storm_change_factory_content', 0x13559d58, [queryId, field('new_content', cell)]),
    constructor('storm_change_factory_code', 0x179d61f9, [queryId, newCode]),
    constructor('storm_change_v3_state', 0x3e56c929, [queryId]),
  ),
  group(
    groupOrder.external,
    constructor('storm_change_hot_key', 0x34d2e9f9, [
      queryId,
      signature,
      field('signed_payload', ref(signedChangeKeyPayload)),
    ]),
    constructor('storm_self_deposit_native', 0x558e804a, [
      queryId,
      signature,
      field('signed_payload', ref(signedSelfDepositNativePayload)),
    ]),
    constructor('storm_self_deposit_jetton', 0x01d81ebc, [
      queryId,
      signature,
      field('signed_payload', ref(signedSelfDepositJettonPayload)),
    ]),
  ),
];
