import { shardContains, shardFromHex } from '@tonriver/chain-model';
import type { RawBlock } from '@tonriver/events';
import { compareBySeqno, decodeStateBlock, type ShardPlace } from './decode-block.ts';

/** A block without a round that waits for its turn. */
export interface PartialBlock extends ShardPlace {
  readonly raw: RawBlock;
  /** Undefined for a block that cannot be read. */
  readonly previous: readonly ShardPlace[] | undefined;
  isDone: boolean;
}

/** The whole states from which partial blocks may go on. */
export interface KnownStates {
  readonly held: readonly ShardPlace[];
  /** Given at the start. */
  readonly given: readonly ShardPlace[];
}

/**
 * Blocks without a round have no order of their own. Those whose shard has a whole state before them wait for the
 * blocks in between, for a time: others, and those whose predecessors do not come, are taken alone.
 */
export interface PartialBlocks {
  add(raw: RawBlock): PartialBlock;
  /**
   * Takes out the next block whose turn it is: one that starts from a state that is held; from a state that was given,
   * unless an earlier one may lead to it; or from one that no state leads to.
   */
  take(states: KnownStates): PartialBlock | undefined;
  readonly size: number;
}

/** So long after the last block came, those that wait are taken alone. */
const WAIT_MS_MAX = 10_000;
/** Bytes of blocks that may wait. */
const WAITING_BYTES_MAX = 64 * 1024 * 1024;

export function createPartialBlocks({
  now = () => performance.now(),
}: {
  readonly now?: () => number;
} = {}): PartialBlocks {
  let waiting: PartialBlock[] = [];
  let byteLength = 0;
  let addedAtMs = now();
  let isSorted = true;
  const takeOut = (block: PartialBlock | undefined): PartialBlock | undefined => {
    if (block === undefined) return undefined;
    waiting = waiting.filter((other) => other !== block);
    byteLength -= block.raw.boc.length;
    return block;
  };
  return {
    add(raw) {
      const decoded = decodeStateBlock(raw);
      const { workchain, shard, seqno } = raw;
      const previous = 'refusal' in decoded ? undefined : decoded.previous;
      const block: PartialBlock = { raw, workchain, shard, seqno, previous, isDone: false };
      waiting.push(block);
      isSorted = false;
      byteLength += raw.boc.length;
      addedAtMs = now();
      return block;
    },
    take({ held, given }) {
      if (!isSorted) waiting.sort(compareBySeqno);
      isSorted = true;
      const all = [...held, ...given];
      const isNext = (place: ShardPlace): boolean => {
        if (held.some((state) => isSamePlace(state, place))) return true;
        const before = all.filter((state) => mayLeadTo(state, place));
        return before.every((state) => isSamePlace(state, place));
      };
      const ready = waiting.find(({ previous }) => previous === undefined || previous.every(isNext));
      if (ready !== undefined) return takeOut(ready);
      const hasWaited = now() - addedAtMs > WAIT_MS_MAX || byteLength > WAITING_BYTES_MAX;
      return hasWaited ? takeOut(waiting[0]) : undefined;
    },
    get size() {
      return waiting.length;
    },
  };
}

/** A state is not waited for over more blocks than this. */
const BLOCKS_BETWEEN_MAX = 10_000;

/** Whether blocks may lead from the state to the place, or it is the place itself. */
function mayLeadTo(state: ShardPlace, place: ShardPlace): boolean {
  const isBefore = state.seqno <= place.seqno && place.seqno - state.seqno <= BLOCKS_BETWEEN_MAX;
  return isBefore && hasCommonAccounts(state, place);
}

export function isSamePlace(left: ShardPlace, right: ShardPlace): boolean {
  return left.workchain === right.workchain && left.shard === right.shard && left.seqno === right.seqno;
}

export function hasCommonAccounts(left: ShardPlace, right: ShardPlace): boolean {
  if (left.workchain !== right.workchain) return false;
  const [one, other] = [shardFromHex(left.shard), shardFromHex(right.shard)];
  return shardContains(one, other) || shardContains(other, one);
}
