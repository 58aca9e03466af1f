import type { AccountInterfaces } from '@tonriver/actions';
import type { ContractInterfaceRow } from '@tonriver/row-schema';

/** A row as far as the rules ask. */
export type InterfaceRow = Pick<
  ContractInterfaceRow,
  | 'kind'
  | 'codeHash'
  | 'confirmation'
  | 'ownerText'
  | 'parentText'
  | 'itemText'
  | 'amount'
  | 'itemIndex'
  | 'uriText'
  | 'addressesText'
>;

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/**
 * Returns what the rows of one state say of its account. What a contract says of itself counts only if the one that
 * must know it says so too.
 */
export function accountInterfacesOf(rows: readonly InterfaceRow[]): AccountInterfaces {
  const found: Mutable<AccountInterfaces> = {};
  for (const row of rows) {
    if (row.confirmation === 'own' || row.confirmation === 'confirmed') addInterface(found, row);
  }
  return found;
}

function addInterface(found: Mutable<AccountInterfaces>, row: InterfaceRow): void {
  const codeHash = row.codeHash === null ? null : Buffer.from(row.codeHash).toString('base64');
  const listing = {
    marketplace: row.parentText,
    nft: row.itemText,
    nftOwner: row.ownerText,
    codeHash,
  };
  switch (row.kind) {
    case 'jetton_wallet':
      if (row.parentText !== null) found.jettonWallet = { owner: row.ownerText, jetton: row.parentText };
      return;
    case 'nft_item':
      found.nftItem = {
        index: row.itemIndex,
        collection: row.parentText,
        owner: row.ownerText,
        contentUri: row.uriText,
        codeHash,
      };
      return;
    case 'nft_sale':
      found.nftSale = { ...listing, fullPrice: row.amount };
      return;
    case 'nft_auction':
      found.nftAuction = { ...listing, lastBid: row.amount };
      return;
    case 'multisig_order':
      found.multisigOrder = { signers: row.addressesText === '' ? [] : row.addressesText.split(',') };
      return;
    case 'nominator_pool':
      found.isNominatorPool = true;
      return;
    case 'dedust_pool':
      found.dedustPool = { assets: row.addressesText.split(',').map((text) => (text === 'native' ? null : text)) };
      return;
    case 'none':
    case 'jetton_master':
    case 'nft_collection':
    case 'multisig':
      return;
  }
}
