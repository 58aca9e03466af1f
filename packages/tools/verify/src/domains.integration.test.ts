import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { checkedInterfaceRow } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { formatAccountAddress } from '@tonriver/chain-model';
import {
  type ContractInterfaceRow,
  contractInterfacesTable,
  createRowBatch,
  type DomainNameRow,
  domainNamesTable,
} from '@tonriver/row-schema';
import { interfaceRow } from '@tonriver/row-schema/testing';
import type { Finding } from './finding.ts';
import { builtChain, indexChain, type IndexedChain } from './testing/index-chain.test-support.ts';
import { verifyStored } from './verify-stored.ts';

const [owner, item] = [new Uint8Array(32).fill(0x0b), new Uint8Array(32).fill(0x1e)];
const address = formatAccountAddress({ workchain: 0, hash: owner });
const domain: DomainNameRow = {
  workchain: 0,
  account: owner,
  domainText: 'river.ton',
  itemWorkchain: 0,
  itemAccount: item,
};
let indexed: IndexedChain;
let store: ClickHouseStore;
beforeAll(async () => {
  indexed = await indexChain(builtChain({ seed: 'domains', rounds: 3 }));
  store = indexed.store;
}, 120_000);
afterAll(() => indexed?.close());
beforeEach(() => store.command('TRUNCATE TABLE domain_names SYNC'));

async function insertDomain(row: DomainNameRow): Promise<void> {
  const batch = createRowBatch(domainNamesTable);
  batch.add(row);
  await store.insertRows(domainNamesTable, batch.rows());
}

/** The item in one of its states. */
async function insertItem(lt: bigint, changes: Partial<ContractInterfaceRow> = {}): Promise<void> {
  const batch = createRowBatch(contractInterfacesTable);
  const row = interfaceRow({
    account: item,
    lt,
    kind: 'nft_item',
    confirmation: 'confirmed',
    ownerText: address,
    itemIndex: 1n,
    addressesText: address,
    contentText: '{"domain":"river.ton"}',
    ...changes,
  });
  batch.add(checkedInterfaceRow(row));
  await store.insertRows(contractInterfacesTable, batch.rows());
}

async function foundDomains(): Promise<readonly string[]> {
  const findings: Finding[] = [];
  await verifyStored(store, { proofs: ['interfaces'], onFinding: (finding) => void findings.push(finding) });
  return findings
    .filter(({ table }) => table === 'domain_names')
    .map(({ row, problem }) => `${row['domain_text']} ${problem}`);
}

it('demands a row for each domain that leads to its owner, and no other', async () => {
  expect(await foundDomains()).toEqual([]);
  await insertDomain(domain);
  expect(await foundDomains()).toEqual(['river.ton is not what an item says']);
  await insertItem(1n, { addressesText: '' });
  await insertItem(2n, { confirmation: 'refuted' });
  await insertItem(3n, { contentText: '{}' });
  expect(await foundDomains()).toEqual(['river.ton is not what an item says']);
  await insertItem(4n);
  await insertItem(5n);
  expect(await foundDomains()).toEqual([]);
  await store.command('TRUNCATE TABLE domain_names SYNC');
  expect(await foundDomains()).toEqual(['river.ton is missing']);
  await insertDomain({ ...domain, itemAccount: owner });
  expect(await foundDomains()).toEqual(['river.ton is missing', 'river.ton is not what an item says']);
}, 60_000);
