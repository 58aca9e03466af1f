import { shardContains, shardFromHex } from '@tonriver/chain-model';
import type { RawBlock } from '@tonriver/events';
import { compareBySeqno, decodeStateBlock, type ShardPlace } from './decode-block.ts';

/** A partial or late block that waits for its turn. */
export interface PartialBlock extends ShardPlace {
  readonly raw: RawBlock;
  /** The places before it; undefined for a block that cannot be read. */
  readonly previous: readonly ShardPlace[] | undefined;
  isDone: boolean;
}

/** The whole states that partial blocks may continue. */
interface KnownStates {
  readonly held: readonly ShardPlace[];
  /** Initial states. */
  readonly given: readonly ShardPlace[];
}

/**
 * Puts partial blocks in order: nothing else does. Blocks whose shard has a whole state before them wait a while for
 * the blocks in between. Others, and those whose predecessors do not come in time, are taken as they are.
 */
export interface PartialBlocks {
  add(raw: RawBlock): PartialBlock;
  /**
   * Takes out the next block whose turn it is: one that starts from a held state, from an initial state that no earlier
   * state may lead to, or from a state that no known one may lead to.
   */
  take(states: KnownStates): PartialBlock | undefined;
  readonly size: number;
}

/** After so long without a new block the waiting ones are taken as they are. */
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

/** A block does not wait for more blocks than this between a known state and itself. */
const BLOCKS_BETWEEN_MAX = 10_000;

/** Whether a chain of blocks may lead from a state to a place. True as well when both are the same. */
function mayLeadTo(state: ShardPlace, place: ShardPlace): boolean {
  const isBefore = state.seqno <= place.seqno && place.seqno - state.seqno <= BLOCKS_BETWEEN_MAX;
  return isBefore && hasCommonAccounts(state, place);
}

function isSamePlace(left: ShardPlace, right: ShardPlace): boolean {
  return left.workchain === right.workchain && left.shard === right.shard && left.seqno === right.seqno;
}

export function hasCommonAccounts(left: ShardPlace, right: ShardPlace): boolean {
  if (left.workchain !== right.workchain) return false;
  const [one, other] = [shardFromHex(left.shard), shardFromHex(right.shard)];
  return shardContains(one, other) || shardContains(other, one);
}
