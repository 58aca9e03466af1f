import type { AccountInterfaces } from '@tonriver/actions';
import { z } from 'zod';
import { optionalInteger, text } from './form-values.ts';

const asset = z.object({ is_ton: z.boolean().nullish(), address: text });

const account = z.object({
  JettonWallet: z.object({ owner: text, jetton: z.string() }).nullish(),
  NftItem: z
    .object({
      index: optionalInteger,
      collection_address: text,
      owner_address: text,
      content: z.unknown(),
      code_hash: text,
    })
    .nullish(),
  NftSale: z
    .object({
      marketplace_address: text,
      nft_address: text,
      nft_owner_address: text,
      full_price: optionalInteger,
      code_hash: text,
    })
    .nullish(),
  NftAuction: z
    .object({ mp_addr: text, nft_addr: text, nft_owner: text, last_bid: optionalInteger, code_hash: text })
    .nullish(),
  MultisigOrder: z.object({ signers: z.array(z.string()).nullish() }).nullish(),
  NominatorPool: z.unknown().optional(),
  DedustPool: z.object({ assets: z.array(asset) }).nullish(),
  data_boc: z.object({ data_boc: z.string() }).nullish(),
});

/** `interfaces` of a recorded trace: address → interface → fields. */
export const interfacesForm = z.record(z.string(), account).transform((accounts) => {
  const interfaces = new Map<string, AccountInterfaces>();
  for (const [address, known] of Object.entries(accounts)) interfaces.set(address, interfacesOf(known));
  return interfaces;
});

function interfacesOf(known: z.output<typeof account>): AccountInterfaces {
  const { JettonWallet, NftItem, NftSale, NftAuction, MultisigOrder, NominatorPool, DedustPool, data_boc } = known;
  return {
    ...(JettonWallet && { jettonWallet: JettonWallet }),
    ...(NftItem && {
      nftItem: {
        index: NftItem.index,
        collection: NftItem.collection_address,
        owner: NftItem.owner_address,
        contentUri: uriOf(NftItem.content),
        codeHash: NftItem.code_hash,
      },
    }),
    ...(NftSale && {
      nftSale: {
        marketplace: NftSale.marketplace_address,
        nft: NftSale.nft_address,
        nftOwner: NftSale.nft_owner_address,
        fullPrice: NftSale.full_price,
        codeHash: NftSale.code_hash,
      },
    }),
    ...(NftAuction && {
      nftAuction: {
        marketplace: NftAuction.mp_addr,
        nft: NftAuction.nft_addr,
        nftOwner: NftAuction.nft_owner,
        lastBid: NftAuction.last_bid,
        codeHash: NftAuction.code_hash,
      },
    }),
    ...(MultisigOrder && { multisigOrder: { signers: MultisigOrder.signers ?? [] } }),
    ...(NominatorPool ? { isNominatorPool: true } : {}),
    ...(DedustPool && {
      dedustPool: { assets: DedustPool.assets.map(({ is_ton, address }) => (is_ton ? null : address)) },
    }),
    ...(data_boc && { data: new Uint8Array(Buffer.from(data_boc.data_boc, 'base64')) }),
  };
}

function uriOf(content: unknown): string | null {
  const uri = typeof content === 'object' && content !== null && 'uri' in content ? content.uri : null;
  return typeof uri === 'string' ? uri : null;
}
