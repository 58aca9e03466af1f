import type { AccountInterfaces } from '@tonriver/actions';
import type { CheckedInterface, FoundInterface } from '@tonriver/interfaces';

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/**
 * Returns what is to be believed of a contract: what nobody has to confirm, and what is confirmed. Of several of one
 * kind, the last one counts, which is that of the newer family.
 */
export function accountInterfacesOf(interfaces: readonly CheckedInterface[], codeHash: string): AccountInterfaces {
  const known: Mutable<AccountInterfaces> = {};
  const newest = new Map(interfaces.map((checked) => [checked.found.kind, checked]));
  for (const { found, check } of newest.values()) {
    if (check === 'own' || check === 'confirmed') addInterface(known, found, codeHash);
  }
  return known;
}

function addInterface(known: Mutable<AccountInterfaces>, found: FoundInterface, codeHash: string): void {
  switch (found.kind) {
    case 'jetton_wallet':
      known.jettonWallet = { owner: found.owner, jetton: found.jetton };
      return;
    case 'nft_item': {
      const { index, collection, owner, contentUri } = found;
      known.nftItem = { index, collection, owner, contentUri, codeHash };
      return;
    }
    case 'nft_sale': {
      const { marketplace, nft, nftOwner, fullPrice } = found;
      known.nftSale = { marketplace, nft, nftOwner, fullPrice, codeHash };
      return;
    }
    case 'nft_auction': {
      const { marketplace, nft, nftOwner, lastBid } = found;
      known.nftAuction = { marketplace, nft, nftOwner, lastBid, codeHash };
      return;
    }
    case 'multisig_order':
      known.multisigOrder = { signers: found.signers };
      return;
    case 'nominator_pool':
      known.isNominatorPool = true;
      return;
    case 'dedust_pool':
      known.dedustPool = { assets: found.assets };
      return;
    case 'jetton_master':
    case 'nft_collection':
    case 'multisig':
      return;
  }
}
