import { checkedInterfaceRow } from '@tonriver/block-rows';
import { hashFromHex } from '@tonriver/chain-model';
import type { ResolvedAccount } from '@tonriver/events';
import type { CheckedInterface, Detection, FoundInterface, TokenContent } from '@tonriver/interfaces';
import type { ContractInterfaceRow } from '@tonriver/row-schema';

/** Counts up when the rules of `@tonriver/interfaces` change what they find. */
const GENERATION = 2;

/** The columns that depend on the kind. */
type KindColumns = Pick<
  ContractInterfaceRow,
  'ownerText' | 'parentText' | 'itemText' | 'amount' | 'itemIndex' | 'uriText' | 'addressesText' | 'contentText'
>;

const NO_COLUMNS: KindColumns = {
  ownerText: null,
  parentText: null,
  itemText: null,
  amount: null,
  itemIndex: null,
  uriText: null,
  addressesText: '',
  contentText: null,
};

/** Returns the rows of an account in a state: one per kind, or one that says that it is none. */
export function rowsOfDetection(
  round: number,
  { workchain, account, lt, code, data }: ResolvedAccount,
  { interfaces, isComplete }: Detection,
): ContractInterfaceRow[] {
  const shared = {
    workchain,
    account: hashFromHex(account),
    lt: BigInt(lt),
    mcBlockSeqno: round,
    codeHash: hashOf(code),
    dataHash: hashOf(data),
    isComplete,
    generation: GENERATION,
  };
  if (interfaces.length === 0) {
    return [checkedInterfaceRow({ ...shared, ...NO_COLUMNS, kind: 'none', confirmation: 'own' })];
  }
  return [...onePerKind(interfaces).values()].map(({ found, check }) =>
    checkedInterfaceRow({
      ...shared,
      ...NO_COLUMNS,
      ...columnsOf(found),
      kind: found.kind,
      confirmation: check,
    }),
  );
}

/** A contract that answers to several methods of one kind is of that kind once: the later family is the newer one. */
function onePerKind(interfaces: readonly CheckedInterface[]): ReadonlyMap<string, CheckedInterface> {
  return new Map(interfaces.map((checked) => [checked.found.kind, checked]));
}

function hashOf(base64: string | null): Uint8Array | null {
  return base64 === null ? null : new Uint8Array(Buffer.from(base64, 'base64'));
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
