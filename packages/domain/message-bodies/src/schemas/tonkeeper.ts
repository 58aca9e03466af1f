import {
  bits,
  cell,
  coins,
  constructor,
  field,
  group,
  groupOrder,
  record,
  ref,
  rest,
  tagged,
  uint,
  union,
} from '../schema-language.ts';

const validUntil = field('valid_until', uint(64));
const seqno = field('seqno', uint(32));

/** CertificateData2Fa. */
const certificateData2Fa = record('certificate_data', validUntil, field('pubkey', bits(256)));

/** Certificate2Fa. */
const certificate2Fa = record('certificate', field('data', certificateData2Fa), field('signature', bits(512)));

/** Payload2Fa. */
const payload2Fa = union(
  tagged('send_actions', '#b15f2c8c', [seqno, validUntil, field('msg', cell), field('mode', uint(8))]),
  tagged('remove_extension', '#9d8084d6', [seqno, validUntil]),
  tagged('delegation', '#23d9c15c', [seqno, validUntil, field('new_state_init', cell), field('forward_amount', coins)]),
  tagged('cancel_delegation', '#de82b501', [seqno, validUntil]),
);

/** SeedSignature. */
const seedSignature = record(undefined, field('seed_signature', bits(512)));

/** Tonkeeper: wallets with a second factor, and fees of its relayer. */
export const tonkeeper = [
  group(
    5,
    constructor('tonkeeper_2fa_signed', 0x53684037, [
      field('ref_with_certificate', ref(certificate2Fa)),
      field('ref_seed_signature', ref(seedSignature)),
      field('payload', payload2Fa),
      field('certificate_signature', bits(512)),
    ]),
  ),
  group(
    groupOrder.forwardPayload,
    constructor('tonkeeper_relayer_fee_forward_payload', 0x878da6e3, [field('rest', rest)]),
  ),
];
