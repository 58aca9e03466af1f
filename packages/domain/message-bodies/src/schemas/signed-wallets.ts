import {
  type BodyType,
  bits,
  type Constructor,
  cell,
  coins,
  field,
  hashmap,
  hashmapE,
  int,
  record,
  ref,
  tagged,
  uint,
  union,
  untagged,
} from '../schema-language.ts';
import { messageRelaxed, modeWithMessage, nonEmptyOutList, stateInit } from './message-types.ts';

const signature = field('signature', bits(512));
const subwalletId = field('subwallet_id', uint(32));
const validUntil = field('valid_until', uint(32));
const messageSeqno = field('msg_seqno', uint(32));
const walletMessages: BodyType = { kind: 'wallet_messages', pair: modeWithMessage };

/** `_ valid_until:uint64 seqno:uint16 actions:^(OutList n) = PreprocessedWalletV2MsgInner n;` */
const preprocessedInner = record(
  undefined,
  field('valid_until', uint(64)),
  field('seqno', uint(16)),
  field('actions', ref(nonEmptyOutList)),
);

/**
 * `_ subwallet_id:uint32 message_to_send:^(MessageRelaxed Any) send_mode:uint8 query_id:HighloadV3QueryId
 * created_at:uint64 timeout:uint22 = HighloadV3MsgInner;`
 */
const highloadV3Inner = record(
  undefined,
  subwalletId,
  field('message_to_send', ref(messageRelaxed)),
  field('send_mode', uint(8)),
  field('query_id', record(undefined, field('shift', uint(13)), field('bit_number', uint(10)))),
  field('created_at', uint(64)),
  field('timeout', uint(22)),
);

/** `plugin_workchain:int8 plugin_address:bits256 amount:Coins query_id:uint64` */
const pluginFields = [
  field('plugin_workchain', int(8)),
  field('plugin_address', bits(256)),
  field('amount', coins),
  field('query_id', uint(64)),
];

/**
 * ```tlb
 * simple_send#00 {n:#} msgs:(WalletV1toV4Msgs n) = W4Operation n;
 * deploy_install_plugin#01 plugin_workchain:int8 plugin_balance:Coins state_init:^StateInit body:^Cell = W4Operation n;
 * install_plugin#02 … = W4Operation n;
 * remove_plugin#03 … = W4Operation n;
 * ```
 */
const walletV4Operation = union(
  tagged('simple_send', '#00', [field('msgs', walletMessages)]),
  tagged('deploy_install_plugin', '#01', [
    field('plugin_workchain', int(8)),
    field('plugin_balance', coins),
    field('state_init', ref(stateInit)),
    field('body', cell),
  ]),
  tagged('install_plugin', '#02', pluginFields),
  tagged('remove_plugin', '#03', pluginFields),
);

/**
 * Bodies of external messages to wallets, which begin with a signature instead of a tag. They are tried in this order
 * on bodies with an unknown tag, and must use all bits and references.
 */
export const signedConstructors: readonly Constructor[] = [
  untagged('preprocessed_wallet_signed_v2', [signature, field('inner', ref(preprocessedInner))]),
  untagged('highload_wallet_signed_v3', [signature, field('msg_inner', ref(highloadV3Inner))]),
  untagged('highload_wallet_signed_v2', [
    signature,
    subwalletId,
    field('query_id', uint(64)),
    field('payload', hashmapE(16, modeWithMessage)),
  ]),
  // Not a HashmapE: the reference is to the root of the dictionary.
  untagged('highload_wallet_signed_v1', [
    signature,
    subwalletId,
    validUntil,
    messageSeqno,
    field('payload', ref(hashmap(16, modeWithMessage))),
  ]),
  untagged('wallet_signed_v4', [signature, subwalletId, validUntil, messageSeqno, field('op', walletV4Operation)]),
  untagged('wallet_signed_v3', [signature, subwalletId, validUntil, messageSeqno, field('msgs', walletMessages)]),
  untagged('wallet_signed_v1_v2', [signature, messageSeqno, validUntil, field('msgs', walletMessages)]),
];
