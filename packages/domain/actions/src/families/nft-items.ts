import { address, big, type Layout, opcode, queryId, read } from '../bodies/layout.ts';
import type { Block } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { Matcher } from '../engine/matcher.ts';
import { blockThat, call } from '../engine/pattern.ts';

/** Values of an `nft_mint` for later matchers. */
export interface NftMintData {
  readonly item: string;
  readonly collection: string | null;
  readonly index: bigint | null;
}

export function nftMintData(block: Block): NftMintData {
  return block.data as NftMintData;
}

/** The deployment of an item. */
const nftMint: Matcher = {
  name: 'NFT mint',
  pattern: blockThat({ where: deploysItem }),
  build(anchor, _match, context) {
    const item = [...anchor.deployedAccounts][0]!;
    const { collection, index } = context.nftItem(item)!;
    const { message } = anchor.node;
    return {
      type: 'nft_mint',
      row: {
        source: message?.source ?? null,
        destination: item,
        asset: collection,
        asset_secondary: item,
        opcode: message?.opcode ?? null,
        nft_mint_data: { nft_item_index: index },
      },
      data: { item, collection, index } satisfies NftMintData,
    };
  },
};

function deploysItem({ deployedAccounts }: Block, context: Context): boolean {
  if (deployedAccounts.size !== 1) return false;
  const [account = null] = deployedAccounts;
  return context.nftItem(account) !== undefined;
}

const discoverOpcode = 0x2fcb26a2;
const ownerDataOpcode = 0x8b771735;
const ownerDataLayout = { opcode, queryId, index: big(256), collection: address } satisfies Layout;

/** A contract asks an item for its index and collection: `get_static_data` of TEP-62. */
const nftDiscovery: Matcher = {
  name: 'NFT discovery',
  pattern: call(discoverOpcode, { child: call(ownerDataOpcode) }),
  build(anchor, match) {
    const reply = match.call(ownerDataOpcode)!;
    const { index, collection } = read(reply.body(), ownerDataLayout);
    return {
      type: 'nft_discovery',
      row: {
        source: anchor.source,
        asset: collection,
        asset_secondary: anchor.destination,
        nft_transfer_data: { nft_item_index: index },
      },
      merged: [anchor, reply],
    };
  },
};

export const nftItemMatchers = { nftMint, nftDiscovery };
