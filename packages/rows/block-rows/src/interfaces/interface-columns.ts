import type { CheckedInterface, FoundInterface, TokenContent } from '@tonriver/interfaces';
import { type ContractInterfaceRow, noInterfaceColumns } from '@tonriver/row-schema';

type KindColumns = Pick<ContractInterfaceRow, keyof typeof noInterfaceColumns>;

/** What a row has of one interface. */
export interface InterfaceColumns extends KindColumns, Pick<ContractInterfaceRow, 'kind' | 'confirmation'> {}

/**
 * Returns the columns of what was found of a contract. One that answers to several methods of one kind is of that kind
 * once: the later family is the newer one.
 */
export function interfaceColumns(interfaces: readonly CheckedInterface[]): readonly InterfaceColumns[] {
  const newest = new Map(interfaces.map((checked) => [checked.found.kind, checked]));
  return [...newest.values()].map(({ found, check }) => ({
    ...noInterfaceColumns,
    ...columnsOf(found),
    kind: found.kind,
    confirmation: check,
  }));
}

function columnsOf(found: FoundInterface): Partial<KindColumns> {
  switch (found.kind) {
    case 'jetton_wallet':
      return { ownerText: found.owner, parentText: found.jetton, amount: found.balance };
    case 'jetton_master':
      return { ownerText: found.admin, amount: found.totalSupply, ...contentOf(found) };
    case 'nft_item':
      return {
        ownerText: found.owner,
        parentText: found.collection,
        itemIndex: found.index,
        ...contentOf(found, found.domain === null ? {} : { domain: found.domain.name }),
        addressesText: found.domain?.wallet ?? '',
      };
    case 'nft_collection':
      return { ownerText: found.owner, itemIndex: found.nextIndex, ...contentOf(found) };
    case 'nft_sale':
      return {
        ownerText: found.nftOwner,
        parentText: found.marketplace,
        itemText: found.nft,
        amount: found.fullPrice,
      };
    case 'nft_auction':
      return { ownerText: found.nftOwner, parentText: found.marketplace, itemText: found.nft, amount: found.lastBid };
    case 'multisig':
      return { addressesText: found.signers.join(',') };
    case 'multisig_order':
      return { parentText: found.multisig, addressesText: found.signers.join(',') };
    case 'nominator_pool':
      return {};
    case 'dedust_pool':
      return { addressesText: found.assets.map((asset) => asset ?? 'native').join(',') };
  }
}

/** @param more what a contract says of itself by other methods, under names that no content has */
function contentOf(
  { contentUri, attributes }: TokenContent,
  more: Readonly<Record<string, string>> = {},
): Pick<KindColumns, 'uriText' | 'contentText'> {
  const texts = { ...attributes, ...more };
  const isNone = attributes === null && Object.keys(more).length === 0;
  return { uriText: contentUri, contentText: isNone ? null : JSON.stringify(texts) };
}
