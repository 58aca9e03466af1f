import {
  type BodyType,
  bits,
  constructor,
  field,
  group,
  internalAddress,
  lazy,
  queryId,
  ref,
  tagged,
  uint,
  union,
} from '../schema-language.ts';

/** `_:Text` of TEP-81. */
const text: BodyType = { kind: 'chunked_text' };

/** `proto_list_nil$0 = ProtoList; proto_list_next$1 item:Protocol next:ProtoList = ProtoList; proto_http#4854 = Protocol;` */
const protocolList: BodyType = union(
  tagged('proto_list_nil', '$0'),
  tagged('proto_list_next', '$1', [
    field('item', union(tagged('proto_http', '#4854'))),
    field(
      'next',
      lazy(() => protocolList),
    ),
  ]),
);

/**
 * ```tlb
 * cap_method_seqno#5371 = SmcCapability;
 * cap_method_pubkey#71f4 = SmcCapability;
 * cap_is_wallet#2177 = SmcCapability;
 * cap_name#ff name:Text = SmcCapability;
 * ```
 */
const capability = union(
  tagged('cap_method_seqno', '#5371'),
  tagged('cap_method_pubkey', '#71f4'),
  tagged('cap_is_wallet', '#2177'),
  tagged('cap_name', '#ff', [field('name', text)]),
);

/** `cap_list_nil$0 = SmcCapList; cap_list_next$1 item:SmcCapability next:SmcCapList = SmcCapList;` */
const capabilityList: BodyType = union(
  tagged('cap_list_nil', '$0'),
  tagged('cap_list_next', '$1', [
    field('item', capability),
    field(
      'next',
      lazy(() => capabilityList),
    ),
  ]),
);

const flags = field('flags', uint(8), { max: 1 });
const whenFlagged = { when: { field: 'flags', bit: 0 } } as const;

/** DNSRecord of TEP-81. */
const dnsRecord = union(
  tagged('dns_text', '#1eda', [field('', text)]),
  tagged('dns_next_resolver', '#ba93', [field('resolver', internalAddress)]),
  tagged('dns_adnl_address', '#ad01', [
    field('adnl_addr', bits(256)),
    flags,
    field('proto_list', protocolList, whenFlagged),
  ]),
  tagged('dns_smc_address', '#9fd3', [
    field('smc_addr', internalAddress),
    flags,
    field('cap_list', capabilityList, whenFlagged),
  ]),
  tagged('dns_storage_address', '#7473', [field('bag_id', bits(256))]),
);

const key = field('key', bits(256));

/** TEP-81 records and the auctions of .ton names. */
export const dns = [
  group(
    0,
    constructor('dns_balance_release', 0x4ed14b65, [queryId]),
    constructor('change_dns_record', 0x4eb1f0f9, [queryId, key, field('value', ref(dnsRecord))]),
    constructor('process_governance_decision', 0x44beae41, [queryId]),
    constructor('auction_fill_up', 0x370fec51, [queryId]),
    constructor('outbid_notification', 0x557cea20, [queryId]),
  ),
  // The same tag without a record.
  group(1, constructor('delete_dns_record', 0x4eb1f0f9, [queryId, key])),
];
