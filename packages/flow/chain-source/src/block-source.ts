import { type Hash, shardToHex, WHOLE_SHARD } from '@tonriver/chain-model';

/** The place of a block in its chain. A network has only one block with a key. */
export interface BlockKey {
  readonly workchain: number;
  /** Shard prefix as an unsigned 64-bit number. */
  readonly shard: bigint;
  readonly seqno: number;
}

/** A block as a source returns it. Only its key was checked; `checkBlock` checks the rest. */
export interface SourceBlock {
  readonly key: BlockKey;
  readonly boc: Uint8Array;
  /** Origin of the bytes for errors: a file, or an entry of a package. */
  readonly origin: string;
  /** SHA-256 of the block's file as the source names it; null when the source has only the bytes. */
  readonly namedFileHash: Hash | null;
}

/** The range of masterchain blocks that a source has. */
export interface SourceHead {
  /** The first masterchain block of the source; above `lastSeqno` while it has none. */
  readonly firstSeqno: number;
  /** The newest masterchain block of the source; 0 while it has none. Blocks before it may be missing. */
  readonly lastSeqno: number;
  /** The newest masterchain block that cannot be replaced any more. */
  readonly finalSeqno: number;
  /** Changes whenever the head has moved or a block, also one below the head, may have been added. */
  readonly revision: number;
  /** True when no block will be added: blocks that are absent now are missing. */
  readonly hasEnded: boolean;
}

/**
 * A source of blocks: an archive, a node, a devnet. It returns bytes without any guarantee about them.
 *
 * An absent block is `undefined`, which never means that the chain has no such block: a source that has not ended may
 * get it later. A damaged source throws.
 */
export interface BlockSource {
  head(): Promise<SourceHead>;
  /**
   * Resolves with the newest head when its revision differs from the one seen. Resolves at once when the source has
   * ended or the signal aborts.
   */
  waitForChange(seen: SourceHead, signal: AbortSignal): Promise<SourceHead>;
  block(key: BlockKey): Promise<SourceBlock | undefined>;
  close(): Promise<void>;
}

/** The list of all blocks, of sources that have one: files do, a node does not. */
export interface BlockListing {
  /** Returns the masterchain seqnos of the source, ascending. */
  masterchainSeqnos(): readonly number[];
  /** Returns the root hash of a block in hex, without reading the block again. */
  rootHashOf(key: BlockKey): string | undefined;
  /** Returns the origin of a block for errors: a file, or an entry of a package. */
  originOf(key: BlockKey): string | undefined;
  /** Returns every block of the source: masterchain first, then by workchain, shard and seqno. */
  keys(): readonly BlockKey[];
}

export interface ListedBlockSource extends BlockSource, BlockListing {}

export function isListed(source: BlockSource): source is ListedBlockSource {
  return 'keys' in source;
}

export function masterchainKey(seqno: number): BlockKey {
  return { workchain: -1, shard: WHOLE_SHARD, seqno };
}

/** Returns `(0,8000000000000000,42)`, the form that nodes and explorers print. */
export function blockKeyText({ workchain, shard, seqno }: BlockKey): string {
  return `(${workchain},${shardToHex(shard)},${seqno})`;
}

/** Orders the masterchain first, then by workchain, shard and seqno. */
export function compareBlockKeys(left: BlockKey, right: BlockKey): number {
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  if (left.shard !== right.shard) return left.shard < right.shard ? -1 : 1;
  return left.seqno - right.seqno;
}
