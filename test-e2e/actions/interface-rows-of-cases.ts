import type { AccountInterfaces } from '@tonriver/actions';
import { checkedInterfaceRow } from '@tonriver/block-rows';
import { parseAccountAddress } from '@tonriver/chain-model';
import type { ContractInterfaceRow } from '@tonriver/row-schema';
import { interfaceRow } from '@tonriver/row-schema/testing';

/** What the accounts of one trace are, and where the trace is. */
export interface KnownCase {
  readonly round: number;
  readonly startLt: bigint;
  readonly interfaces: ReadonlyMap<string, AccountInterfaces>;
}

type Found = Pick<ContractInterfaceRow, 'kind'> & Partial<ContractInterfaceRow>;

/**
 * Rows as the interface-detector would write them if it found what was recorded. An account that a later trace says
 * nothing of is nothing then: it has a row that says so.
 *
 * @param cases in the order of their rounds
 */
export function interfaceRowsOfCases(cases: readonly KnownCase[]): readonly ContractInterfaceRow[] {
  const known = new Set<string>();
  return cases.flatMap(({ round, startLt, interfaces }) => {
    const found = [...interfaces].flatMap(([address, one]) => foundIn(one).map((row) => ({ address, row })));
    const named = new Set(found.map(({ address }) => address));
    const gone = [...known].filter((address) => !named.has(address));
    for (const address of gone) known.delete(address);
    for (const address of named) known.add(address);
    const rows = [...found, ...gone.map((address) => ({ address, row: { kind: 'none' } satisfies Found }))];
    // A moment before the trace: it is no state that the trace itself leaves.
    return rows.map(({ address, row }) => rowOf(address, round, startLt - 1n, row));
  });
}

function foundIn(one: AccountInterfaces): Found[] {
  const { jettonWallet, nftItem, nftSale, nftAuction, multisigOrder, isNominatorPool, dedustPool } = one;
  const found: Found[] = [];
  if (jettonWallet !== undefined) {
    found.push({ kind: 'jetton_wallet', ownerText: jettonWallet.owner, parentText: jettonWallet.jetton });
  }
  if (nftItem !== undefined) {
    const { index, collection, owner, contentUri, codeHash } = nftItem;
    const own = { itemIndex: index, parentText: collection, ownerText: owner, uriText: contentUri };
    found.push({ kind: 'nft_item', ...own, codeHash: bytesOf(codeHash) });
  }
  if (nftSale !== undefined) found.push({ kind: 'nft_sale', ...listing(nftSale), amount: nftSale.fullPrice });
  if (nftAuction !== undefined) found.push({ kind: 'nft_auction', ...listing(nftAuction), amount: nftAuction.lastBid });
  if (multisigOrder !== undefined) {
    found.push({ kind: 'multisig_order', addressesText: multisigOrder.signers.join(',') });
  }
  if (isNominatorPool === true) found.push({ kind: 'nominator_pool' });
  if (dedustPool !== undefined) {
    found.push({ kind: 'dedust_pool', addressesText: dedustPool.assets.map((asset) => asset ?? 'native').join(',') });
  }
  return found;
}

function listing(one: Omit<NonNullable<AccountInterfaces['nftSale']>, 'fullPrice'>): Partial<ContractInterfaceRow> {
  const { marketplace, nft, nftOwner, codeHash } = one;
  return { parentText: marketplace, itemText: nft, ownerText: nftOwner, codeHash: bytesOf(codeHash) };
}

function bytesOf(hash: string | null): Uint8Array | null {
  return hash === null ? null : Buffer.from(hash, 'base64');
}

function rowOf(address: string, mcBlockSeqno: number, lt: bigint, found: Found): ContractInterfaceRow {
  const { workchain, hash: account } = parseAccountAddress(address);
  return checkedInterfaceRow(interfaceRow({ workchain, account, lt, mcBlockSeqno, generation: 1, ...found }));
}
