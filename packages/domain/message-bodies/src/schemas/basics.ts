import {
  bits,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  queryId,
  record,
  ref,
  rest,
  snakeText,
  uint,
} from '../schema-language.ts';

/** `_ _:Cell = Bytes;` */
const bytes = record(undefined, field('', rest));

/** Comments, bounces, and bodies of many contracts. */
export const basics = [
  group(
    1,
    constructor('bounce', 0xffffffff, [field('payload', rest)]),
    constructor('text_comment', 0x00000000, [field('text', snakeText)]),
    constructor('encrypted_text_comment', 0x2167da4b, [field('cipher_text', bytes)]),
    constructor('excess', 0xd53276db, [queryId]),
    constructor('top_up', 0xd372158c, [queryId]),
    constructor('credit', 0x1690c604, [queryId, field('amount', coins)]),
    constructor('approve', 0x7b4b42e6, [queryId]),
    constructor('disapprove', 0xe8a0abfe, [queryId]),
  ),
  // A comment whose text begins in the reference, with other data or a second reference.
  group(2, constructor('text_comment', 0x00000000, [field('text', ref(snakeText))])),
  group(
    groupOrder.forwardPayload,
    constructor('encrypted_text_comment_forward_payload', 0x2167da4b, [field('cipher_text', bytes)]),
  ),
];

/** The elector: stakes and their return. */
export const elector = [
  group(
    1,
    constructor('elector_new_stake', 0x4e73744b, [
      queryId,
      field('validator_pubkey', bits(256)),
      field('stake_at', uint(32)),
      field('max_factor', uint(32)),
      field('adnl_addr', bits(256)),
      field('signature', ref(bits(512))),
    ]),
    constructor('elector_new_stake_confirmation', 0xf374484c, [queryId]),
    constructor('elector_recover_stake_request', 0x47657424, [queryId]),
    constructor('elector_recover_stake_response', 0xf96f7324, [queryId]),
  ),
];
