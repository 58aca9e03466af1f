import type { ChainBuilder } from '@tonriver/chain-builder';
import { WHOLE_SHARD } from '@tonriver/chain-model';
import type { ChainIdentity, DevnetStore } from '@tonriver/devnet-store';
import { encodePreviousBlocks, type PreviousBlock } from '@tonriver/tvm';

/** Returns the earlier masterchain blocks that contracts can see after the newest round: c7 slot 13. */
export type SeenBlocks = (chain: Pick<ChainBuilder, 'facts' | 'masterchain'>) => Uint8Array;

const RECENT_COUNT = 16;
const HUNDRED = 100;
/** More than the 16 recent ones and 16 hundreds that are looked for in each round. */
const rememberedMax = 64;

export function createSeenBlocks(store: Pick<DevnetStore, 'round'>, identity: ChainIdentity): SeenBlocks {
  const remembered = new Map<number, PreviousBlock>();
  const blockAt = (seqno: number): PreviousBlock => {
    const known = remembered.get(seqno);
    if (known !== undefined) return known;
    const named = seqno === 0 ? identity.masterchain : store.round(seqno)?.blocks[0];
    if (named === undefined) throw new Error(`Round ${seqno} is not stored`);
    const block = describe(seqno, bytesOf(named.rootHash), bytesOf(named.fileHash));
    if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value ?? seqno);
    remembered.set(seqno, block);
    return block;
  };
  return (chain) => {
    const { reference } = chain.masterchain();
    const { isKeyState, lastKeyBlock } = chain.facts();
    const newest = describe(reference.seqno, reference.rootHash, reference.fileHash);
    const recentCount = Math.min(RECENT_COUNT, reference.seqno + 1);
    const hundredCount = Math.min(RECENT_COUNT, Math.floor(reference.seqno / HUNDRED));
    const lastHundred = Math.floor(reference.seqno / HUNDRED) * HUNDRED;
    const at = (seqno: number): PreviousBlock => (seqno === reference.seqno ? newest : blockAt(seqno));
    const key = isKeyState || lastKeyBlock === null ? newest : lastKeyBlock;
    return encodePreviousBlocks({
      recent: Array.from({ length: recentCount }, (_, index) => at(reference.seqno - index)),
      keyBlock: describe(key.seqno, key.rootHash, key.fileHash),
      hundreds: Array.from({ length: hundredCount }, (_, index) => at(lastHundred - index * HUNDRED)),
    });
  };
}

function describe(seqno: number, rootHash: Uint8Array, fileHash: Uint8Array): PreviousBlock {
  return { workchain: -1, shard: WHOLE_SHARD, seqno, rootHash, fileHash };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
