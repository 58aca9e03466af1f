import { parseAccountAddress } from '@tonriver/chain-model';
import type { ContractInterfaceRow, DomainNameRow } from '@tonriver/row-schema';

/** Returns the domains by which an account may be called: those that lead to their owner. */
export function domainRowsOf(rows: readonly ContractInterfaceRow[]): DomainNameRow[] {
  const found: DomainNameRow[] = [];
  for (const { kind, confirmation, ownerText, addressesText, contentText, workchain, account } of rows) {
    if (kind !== 'nft_item' || confirmation !== 'confirmed' || contentText === null) continue;
    if (addressesText === '' || addressesText !== ownerText) continue;
    const { domain } = JSON.parse(contentText) as { readonly domain?: string };
    if (domain === undefined) continue;
    const { workchain: walletWorkchain, hash } = parseAccountAddress(addressesText);
    found.push({
      workchain: walletWorkchain,
      account: hash,
      domainText: domain,
      itemWorkchain: workchain,
      itemAccount: account,
    });
  }
  return found;
}
