import { type Hash, shardToHex } from '@tonriver/chain-model';

/** The place of a block in its chain. Two different blocks with one key cannot both be of one network. */
export interface BlockKey {
  readonly workchain: number;
  /** Prefix form, unsigned 64 bits. */
  readonly shard: bigint;
  readonly seqno: number;
}

/** A block as a source has it. Nothing but its key was checked: that is the fetcher's work. */
export interface SourceBlock {
  readonly key: BlockKey;
  readonly boc: Uint8Array;
  /** Where it came from, for errors: a file, or an entry of a package. */
  readonly origin: string;
  /** SHA-256 of the block's file, where the source names it; null when only the bytes are there. */
  readonly namedFileHash: Hash | null;
}

/** Where blocks come from. "Not there" is `undefined`, and it never means that the chain has no such block. */
export interface BlockSource {
  /** Masterchain seqnos that the source has, ascending. */
  masterchainSeqnos(): readonly number[];
  /** The root hash that the source knows for a block without reading it again; hex. */
  rootHashOf(key: BlockKey): string | undefined;
  /** Where a block of the source lies, for errors: a file, or an entry of a package. */
  originOf(key: BlockKey): string | undefined;
  block(key: BlockKey): Promise<SourceBlock | undefined>;
  /** Every block of the source: masterchain first, then by workchain, shard and seqno. */
  keys(): readonly BlockKey[];
  close(): Promise<void>;
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
