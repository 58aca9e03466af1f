import { encodeStackValueBoc } from './stack/encode-stack.ts';
import type { StackEntry } from './stack-entry.ts';

/** One block as contracts see it. */
export interface PreviousBlock {
  readonly workchain: number;
  /** With its end bit; unsigned. */
  readonly shard: bigint;
  readonly seqno: number;
  /** 32 bytes each. */
  readonly rootHash: Uint8Array;
  readonly fileHash: Uint8Array;
}

/** The blocks that PREVMCBLOCKS, PREVKEYBLOCK and PREVMCBLOCKS_100 show. */
export interface PreviousBlocks {
  /** The last 16 masterchain blocks, newest first, the block itself included; fewer at the beginning of a chain. */
  readonly recent: readonly PreviousBlock[];
  readonly keyBlock: PreviousBlock;
  /** The last 16 of those with a seqno that 100 divides, newest first; null before global version 9. */
  readonly hundreds: readonly PreviousBlock[] | null;
}

/** The value of c7 slot 13, for `TvmEnvironment.previousBlocksBoc`. */
export function encodePreviousBlocks({ recent, keyBlock, hundreds }: PreviousBlocks): Uint8Array {
  const items = [tuple(recent.map(blockTuple)), blockTuple(keyBlock)];
  return encodeStackValueBoc(tuple(hundreds === null ? items : [...items, tuple(hundreds.map(blockTuple))]));
}

/** `[ wc:Integer shard:Integer seqno:Integer root_hash:Integer file_hash:Integer ] = BlockId;` */
function blockTuple({ workchain, shard, seqno, rootHash, fileHash }: PreviousBlock): StackEntry {
  return tuple([BigInt(workchain), shard, BigInt(seqno), numberOf(rootHash), numberOf(fileHash)].map(numberEntry));
}

function numberOf(hash: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex')}`);
}

function numberEntry(value: bigint): StackEntry {
  return { type: 'number', value };
}

function tuple(items: readonly StackEntry[]): StackEntry {
  return { type: 'tuple', items };
}
