import { type Hash, shardToHex, WHOLE_SHARD } from '@tonriver/chain-model';

/** The place of a block in its chain. Two different blocks with one key cannot both be of one network. */
export interface BlockKey {
  readonly workchain: number;
  /** Prefix form, unsigned 64 bits. */
  readonly shard: bigint;
  readonly seqno: number;
}

/** A block as a source has it. Nothing but its key was checked: `checkBlock` does that. */
export interface SourceBlock {
  readonly key: BlockKey;
  readonly boc: Uint8Array;
  /** Where it came from, for errors: a file, or an entry of a package. */
  readonly origin: string;
  /** SHA-256 of the block's file, where the source names it; null when only the bytes are there. */
  readonly namedFileHash: Hash | null;
}

/** How far a source is. */
export interface SourceHead {
  /** The lowest masterchain block that the source can give; above `lastSeqno` while it has none. */
  readonly firstSeqno: number;
  /** The newest masterchain block of the source; 0 while it has none. Blocks before it may be missing. */
  readonly lastSeqno: number;
  /** The newest masterchain block that no other can replace any more. */
  readonly finalSeqno: number;
  /** Another number whenever the head has moved, or a block may be there that was not: also one below the head. */
  readonly revision: number;
  /** Nothing comes any more: what is not there now is missing. */
  readonly hasEnded: boolean;
}

/**
 * Where blocks come from: an archive, a node, a devnet. It gives bytes and promises nothing about them.
 *
 * "Not there" is `undefined`, and it never means that the chain has no such block: a source that has not ended may have
 * it later, and one that has ended lacks it. What is damaged is thrown.
 */
export interface BlockSource {
  head(): Promise<SourceHead>;
  /**
   * Resolves with the newest head as soon as its revision is another than the one seen; at once when the source has
   * ended, and when the signal aborts.
   */
  waitForNews(seen: SourceHead, signal: AbortSignal): Promise<SourceHead>;
  block(key: BlockKey): Promise<SourceBlock | undefined>;
  close(): Promise<void>;
}

/** What a source can tell besides, when it holds a list of all its blocks: files do, a node does not. */
export interface BlockListing {
  /** Masterchain seqnos that the source has, ascending. */
  masterchainSeqnos(): readonly number[];
  /** The root hash that the source knows for a block without reading it again; hex. */
  rootHashOf(key: BlockKey): string | undefined;
  /** Where a block of the source lies, for errors: a file, or an entry of a package. */
  originOf(key: BlockKey): string | undefined;
  /** Every block of the source: masterchain first, then by workchain, shard and seqno. */
  keys(): readonly BlockKey[];
}

export interface ListedBlockSource extends BlockSource, BlockListing {}

export function isListed(source: BlockSource): source is ListedBlockSource {
  return 'keys' in source;
}

export function masterchainKey(seqno: number): BlockKey {
  return { workchain: -1, shard: WHOLE_SHARD, seqno };
}

/** `(0,8000000000000000,42)`: the form that nodes and explorers print. */
export function blockKeyText({ workchain, shard, seqno }: BlockKey): string {
  return `(${workchain},${shardToHex(shard)},${seqno})`;
}

/** Masterchain first, then by workchain, shard and seqno. */
export function compareBlockKeys(left: BlockKey, right: BlockKey): number {
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  if (left.shard !== right.shard) return left.shard < right.shard ? -1 : 1;
  return left.seqno - right.seqno;
}
