import type { DevnetStore, RoundEntry, StoredBlock } from '@tonriver/devnet-store';
import { DevnetError } from '../devnet-error.ts';

/** A stored round with the bytes of its blocks, and what it was made from. */
export interface StoredRound extends Omit<RoundEntry, 'blocks'> {
  /** The masterchain block, then those of the shards. */
  readonly blocks: readonly StoredBlock[];
  /** Undefined in rounds of older releases. */
  readonly inputs: Uint8Array | undefined;
}

/** A copy of the chain beside its store, which gets every round once, in order. */
export interface RoundCopy {
  /** What it is, for messages: the export in DIR. */
  readonly name: string;
  /** The newest round that it has; 0 before the first. */
  readonly lastSeqno: number;
  append(round: StoredRound): Promise<void>;
  close(): Promise<void>;
}

/**
 * Gives a copy the rounds that it does not have yet: after a round is stored that is one, at the start all that were
 * made without it.
 *
 * @throws {DevnetError} `copy_behind` when the next round was removed from the store
 */
export async function catchUp(copy: RoundCopy, store: DevnetStore): Promise<void> {
  const head = store.headSeqno();
  if (copy.lastSeqno > head) throw behind(copy, `has ${copy.lastSeqno} rounds, and the chain ${head}`);
  for (let seqno = copy.lastSeqno + 1; seqno <= head; seqno++) {
    const round = readRound(store, seqno);
    if (round === undefined) throw behind(copy, `needs round ${seqno}, which was removed from the disk`);
    await copy.append(round);
  }
}

function readRound(store: DevnetStore, seqno: number): StoredRound | undefined {
  const entry = store.round(seqno);
  if (entry === undefined) return undefined;
  const blocks: StoredBlock[] = [];
  for (const block of entry.blocks) {
    const boc = store.block(block);
    if (boc === undefined) return undefined;
    blocks.push({ ...block, boc });
  }
  return { ...entry, blocks, inputs: store.inputs(seqno) };
}

function behind({ name }: RoundCopy, what: string): DevnetError {
  return new DevnetError('copy_behind', `The ${name} ${what}. Begin an empty one, or a new chain`);
}
