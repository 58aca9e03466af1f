import { type Cell, CellBuilder, sha256 } from '@tonriver/boc';
import { type AccountAddress, buildHashmap, type StateInit, storeHashmapE } from '@tonriver/chain-model';
import { codeCell } from '../compiled-code.ts';
import { contractState } from '../contract-state.ts';
import { commentBody, operation, storeAddress } from '../message-parts.ts';
import { dnsCollectionCode } from './generated/dns-collection-code.ts';
import { dnsItemCode } from './generated/dns-item-code.ts';
import { dnsRootCode } from './generated/dns-root-code.ts';

const textCell = (text: string): Cell => new CellBuilder().storeBytes(Buffer.from(text, 'utf8')).endCell();

/** The first state of the root, `zone:^Text collection:MsgAddressInt`; parameter 4 names it, in the masterchain. */
export function dnsRootState(zone: string, collection: AccountAddress): StateInit<Cell> {
  return contractState(dnsRootCode, storeAddress(new CellBuilder().storeRef(textCell(zone)), collection).endCell());
}

/** The first state of a zone's collection, `content:^Cell item_code:^Cell price:Coins`; the price is in nanotons. */
export function dnsCollectionState(options: { readonly content: Cell; readonly price: bigint }): StateInit<Cell> {
  const data = new CellBuilder().storeRef(options.content).storeRef(codeCell(dnsItemCode)).storeCoins(options.price);
  return contractState(dnsCollectionCode, data.endCell());
}

/** Who has a domain, and its records by their names. */
export interface HeldDomain {
  readonly owner: AccountAddress;
  readonly records?: Readonly<Record<string, Cell>>;
}

/**
 * The first state of a domain, `index:uint256 collection:MsgAddressInt`: the index is the hash of the label. Of one
 * that somebody has, what follows too: `owner:MsgAddressInt domain:^Text records:(HashmapE 256 ^DNSRecord)`.
 */
export function dnsItemState(label: string, collection: AccountAddress, held?: HeldDomain): StateInit<Cell> {
  const builder = storeAddress(new CellBuilder().storeBytes(textCell(label).hash()), collection);
  if (held !== undefined) {
    storeAddress(builder, held.owner).storeRef(textCell(label));
    const records = Object.entries(held.records ?? {})
      .map(([name, value]) => ({ key: dnsCategory(name), value }))
      .toSorted((left, right) => Buffer.compare(left.key, right.key));
    storeHashmapE(builder, buildHashmap(records, recordDictionary));
  }
  return contractState(dnsItemCode, builder.endCell());
}

/** `HashmapE 256 ^DNSRecord`. */
const recordDictionary = {
  keyBits: 256,
  storeValue: (builder: CellBuilder, record: Cell): void => void builder.storeRef(record),
};

/** Buys a free label of 4 to 63 letters, digits and hyphens: sent to the collection with the price and 0.05 TON. */
export function buyDomainBody(label: string): Cell {
  return commentBody(label);
}

/** The number of a record: SHA-256 of its name, such as `wallet`, `site`, `dns_next_resolver`. */
export function dnsCategory(name: string): Uint8Array {
  return sha256(Buffer.from(name, 'utf8'));
}

/** `dns_smc_address#9fd3 smc_addr:MsgAddressInt flags:uint8`, the usual value of `wallet`. */
export function dnsWalletRecord(wallet: AccountAddress): Cell {
  return storeAddress(new CellBuilder().storeUint(0x9fd3, 16), wallet).storeUint(0, 8).endCell();
}

/** `dns_next_resolver#ba93 resolver:MsgAddressInt`: who answers for the domains below this one. */
export function dnsNextResolverRecord(resolver: AccountAddress): Cell {
  return storeAddress(new CellBuilder().storeUint(0xba93, 16), resolver).endCell();
}

/** `change_dns_record#4eb1f0f9 query_id:uint64 key:bits256 value:^DNSRecord`; null leaves the value out: delete. */
export function changeDnsRecordBody(queryId: bigint, category: Uint8Array, value: Cell | null): Cell {
  const builder = operation(0x4eb1f0f9, queryId).storeBytes(category);
  return (value === null ? builder : builder.storeRef(value)).endCell();
}
