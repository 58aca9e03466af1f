import {
  bits,
  bool,
  constructor,
  field,
  group,
  hashmap,
  hashmapE,
  internalAddress,
  maybe,
  queryId,
  record,
  ref,
  tagged,
  uint,
  union,
} from '../schema-language.ts';
import { messageRelaxed } from './message-types.ts';

const signers = field('signers', ref(hashmap(8, internalAddress)));

/**
 * ```tlb
 * send_message#f1381e5b mode:uint8 message:^(MessageRelaxed Any) = MulisigAction;
 * update_multisig_param#1d0cfbd3 threshold:uint8 signers:^(Hashmap 8 MsgAddressInt)
 *   proposers:(HashmapE 8 MsgAddressInt) = MulisigAction;
 * ```
 */
const action = union(
  tagged('send_message', '#f1381e5b', [field('mode', uint(8)), field('message', ref(messageRelaxed))]),
  tagged('update_multisig_param', '#1d0cfbd3', [
    field('threshold', uint(8)),
    signers,
    field('proposers', hashmapE(8, internalAddress)),
  ]),
);

/** `_ _:(Hashmap 8 ^MulisigAction) = MultisigOrder;` */
const order = field('order', ref(record(undefined, field('', hashmap(8, ref(action))))));
const orderSeqno = field('order_seqno', uint(256));
const expirationDate = field('expiration_date', uint(48));

/** Multisig v2 (`mulisig_new_order` is spelt so in the deployed API). */
export const multisig = [
  group(
    2,
    constructor('mulisig_new_order', 0xf718510f, [
      queryId,
      orderSeqno,
      field('signer', bool),
      field('index', uint(8)),
      expirationDate,
      order,
    ]),
    constructor('multisig_execute', 0x75097f5d, [
      queryId,
      orderSeqno,
      expirationDate,
      field('approvals_num', uint(8)),
      field('signers_hash', bits(256)),
      order,
    ]),
    constructor('multisig_execute_internal', 0xa32c59bf, [queryId, order]),
    constructor('multisig_order_init', 0x9c73fba2, [
      queryId,
      field('threshold', uint(8)),
      signers,
      expirationDate,
      order,
      field('signer_index', maybe(uint(8))),
    ]),
    constructor('multisig_approve', 0xa762230f, [queryId, field('signer_index', uint(8))]),
    constructor('multisig_approve_accepted', 0x82609bf6, [queryId]),
    constructor('multisig_approve_rejected', 0xafaf283e, [queryId, field('exit_code', uint(32))]),
  ),
];
