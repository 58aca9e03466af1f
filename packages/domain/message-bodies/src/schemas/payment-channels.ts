import {
  bits,
  bool,
  coins,
  constructor,
  field,
  group,
  hashmapE,
  maybe,
  record,
  ref,
  rest,
  tagged,
  uint,
  union,
} from '../schema-language.ts';

const channelId = field('channel_id', uint(128));
const signature = field('signature', bits(512));
const tag = field('tag', uint(32));

/** ConditionalPayment. */
const conditionalPayment = record('cp', field('amount', coins), field('condition', rest));

/** SemiChannelBody. */
const semiChannelBody = record(
  'sc_body',
  field('seqno', uint(64)),
  field('sent', coins),
  field('conditionals', hashmapE(32, conditionalPayment)),
);

/** SemiChannel. */
const semiChannel = union(
  tagged('semichannel_state', '#43685374', [
    channelId,
    field('data', semiChannelBody),
    field('counterparty_data', maybe(ref(semiChannelBody))),
  ]),
);

/** SignedSemiChannel. */
const signedSemiChannel = record('signed_schs', signature, field('state', semiChannel));

/** Payment channels between two parties. */
export const paymentChannels = [
  group(
    2,
    constructor('top_up_channel_balance', 0x67c7d281, [field('add_A', coins), field('add_B', coins)]),
    constructor('init_payment_channel', 0x0e0620c2, [
      field('is_A', bool),
      signature,
      tag,
      channelId,
      field('balance_A', coins),
      field('balance_B', coins),
    ]),
    constructor('channel_cooperative_close', 0x5577587e, [
      field('sig_A', ref(bits(512))),
      field('sig_B', ref(bits(512))),
      tag,
      channelId,
      field('balance_A', coins),
      field('balance_B', coins),
      field('seqno_A', uint(64)),
      field('seqno_B', uint(64)),
    ]),
    constructor('channel_cooperative_commit', 0x79a126ef, [
      field('sig_A', ref(bits(512))),
      field('sig_B', ref(bits(512))),
      tag,
      channelId,
      field('seqno_A', uint(64)),
      field('seqno_B', uint(64)),
    ]),
    constructor('start_uncooperative_channel_close', 0x1f151acf, [
      field('signed_by_A', bool),
      signature,
      tag,
      channelId,
      field('sch_A', ref(signedSemiChannel)),
      field('sch_B', ref(signedSemiChannel)),
    ]),
    constructor('challenge_quarantined_channel_state', 0x088eaa32, [
      field('challenged_by_A', bool),
      signature,
      tag,
      channelId,
      field('sch_A', ref(signedSemiChannel)),
      field('sch_B', ref(signedSemiChannel)),
    ]),
    constructor('settle_channel_conditionals', 0x66f6f069, [
      field('from_A', bool),
      signature,
      tag,
      channelId,
      field('conditionals_to_settle', hashmapE(32, rest)),
    ]),
    constructor('finish_uncooperative_channel_close', 0x25432a91, [field('rest', rest)]),
    constructor('channel_closed', 0xdddc88ba, [channelId]),
  ),
];
