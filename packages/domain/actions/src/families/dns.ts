import type { CellSlice } from '@tonriver/boc';
import { hashToHex } from '@tonriver/chain-model';
import { address, big, type Layout, opcode, queryId, read } from '../bodies/layout.ts';
import { bounce } from '../bodies/opcodes.ts';
import type { Block } from '../engine/block.ts';
import type { Matcher } from '../engine/matcher.ts';
import { call, optional } from '../engine/pattern.ts';
import { dnsItem } from './dns-items.ts';
import { fillUpOpcode } from './nft-transfers.ts';

const changeLayout = { opcode, queryId, key: big(256) } satisfies Layout;

/** TEP-81: `change_dns_record`. Without a value a record is deleted, and with key 0 the domain is only renewed. */
const recordChange: Matcher = {
  name: 'DNS record change',
  pattern: call(0x4eb1f0f9, { child: optional(call(bounce)) }),
  build(anchor, _match, context) {
    const body = anchor.body();
    const { key } = read(body, changeLayout);
    const record = body.remainingRefs > 0 ? readRecord(body.loadRefSlice()) : null;
    const item = context.nftItem(anchor.destination);
    const row = { source: anchor.source, destination: anchor.destination, asset: item?.collection ?? null };
    const keyText = key.toString(16).padStart(64, '0');
    return {
      type: record !== null ? 'change_dns' : key === 0n ? 'renew_dns' : 'delete_dns',
      row:
        record === null && key === 0n
          ? row
          : { ...row, change_dns_record_data: { ...(record ?? noRecord), key: keyText } },
      isFailed: anchor.isFailed,
      // The reference cannot store the action, and forgets what else it knows of the trace.
      ...(item === undefined ? { fault: 'The domain is no known NFT item' } : {}),
    };
  },
};

interface DnsRecord {
  readonly value_schema: string | null;
  readonly flags: number | null;
  readonly address: string | null;
  readonly dns_text?: string | null;
}

const noRecord: DnsRecord = { value_schema: null, flags: null, address: null };

/** TEP-81: `DNSRecord`, told by its first 16 bits. */
function readRecord(value: CellSlice): DnsRecord {
  const tag = value.remainingBits < 16 ? 0 : value.loadUint(16);
  switch (tag) {
    case 0xba93:
      return { value_schema: 'DNSNextResolver', flags: null, address: address.read(value) };
    case 0xad01: {
      const hash = hexOf(value);
      return { value_schema: 'DNSAdnlAddress', flags: value.loadUint(8), address: hash };
    }
    case 0x9fd3: {
      const contract = address.read(value);
      return { value_schema: 'DNSSmcAddress', flags: value.loadUint(8), address: contract };
    }
    case 0x7473:
      return { value_schema: 'DNSStorageAddress', flags: null, address: hexOf(value) };
    case 0x1eda:
      return { value_schema: 'DNSText', flags: null, address: null, dns_text: readChunks(value) };
    default:
      return { value_schema: 'Unknown', flags: null, address: null };
  }
}

function hexOf(value: CellSlice): string {
  return hashToHex(value.loadBytes(32));
}

/** `chunks u8`, then for each `length u8` and bytes, each but the first in a cell of its own. */
function readChunks(value: CellSlice): string {
  const count = value.loadUint(8);
  const parts: Uint8Array[] = [];
  let chunk = value;
  for (let index = 0; index < count; index += 1) {
    if (index > 0) chunk = chunk.loadRefSlice();
    parts.push(chunk.loadBytes(chunk.loadUint(8)));
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A body that may end behind its opcode. */
function optionalQueryId(block: Block): bigint | null {
  const body = block.body();
  body.skipBits(32);
  return body.remainingBits < 64 ? null : body.loadUint64();
}

/** The auction of a domain pays its seller. */
const purchase: Matcher = {
  name: 'DNS purchase',
  pattern: call(fillUpOpcode),
  build(anchor, _match, context) {
    const item = dnsItem(anchor.source, context);
    const { previous } = anchor;
    if (item === undefined || previous?.type !== 'call_contract') return null;
    return {
      type: 'dns_purchase',
      row: {
        destination: previous.source,
        asset: item.collection,
        asset_secondary: anchor.source,
        nft_transfer_data: {
          nft_item_index: item.index,
          price: anchor.value,
          payout_amount: anchor.value,
          query_id: optionalQueryId(anchor),
        },
      },
      isFailed: anchor.node.isAborted,
    };
  },
};

const release: Matcher = {
  name: 'DNS release',
  pattern: call(0x4ed14b65),
  build(anchor, _match, context) {
    const item = dnsItem(anchor.destination, context);
    if (item === undefined) return null;
    return {
      type: 'dns_release',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        asset: item.collection,
        value: anchor.value,
        nft_transfer_data: { nft_item_index: item.index, query_id: optionalQueryId(anchor) },
      },
      isFailed: anchor.node.isAborted,
    };
  },
};

export const dnsMatchers = { recordChange, purchase, release };
