import type { BlockKey } from '@tonriver/chain-source';
import { shardContains } from '@tonriver/chain-model';

/**
 * The newest block of each shard at the start or end of a run. If the source lacks the masterchain block there, the
 * nearest ones are used: one within the run and one outside it. Undefined if there is no such block.
 */
export interface RunEnd {
  readonly within: readonly BlockKey[] | undefined;
  readonly outside: readonly BlockKey[] | undefined;
}

/** Adjacent rounds. */
interface RoundRun {
  readonly first: number;
  readonly last: number;
  readonly before: RunEnd;
  readonly after: RunEnd;
}

export function knownTops(tops: readonly BlockKey[]): RunEnd {
  return { within: tops, outside: tops };
}

/** An end for which the source has no masterchain block. */
export const unknownTops: RunEnd = { within: undefined, outside: undefined };

/**
 * Knows which blocks lie in published rounds. Holds only the ends of each run, so it grows with the gaps of a source
 * and the shards of a network, but not with the length of the chain.
 */
export interface RoundRuns {
  add(run: RoundRun): void;
  hasRound(seqno: number): boolean;
  /** Returns the run that contains a round. */
  runOf(seqno: number): RoundRun | undefined;
  /**
   * Tells whether a block certainly lies in one of the rounds. The seqno grows from a block to its successors, also
   * through splits and merges, so a shard block of a run lies between the tops before the run and those after it.
   */
  hasBlock(key: BlockKey): boolean;
  /** Tells whether a block lies in one of the rounds, or may do so as far as the source shows. */
  mayHaveBlock(key: BlockKey): boolean;
  readonly runs: readonly RoundRun[];
}

export function createRoundRuns(): RoundRuns {
  let runs: readonly RoundRun[] = [];
  const runOf = (seqno: number) => runs.find(({ first, last }) => first <= seqno && seqno <= last);
  const hasRound = (seqno: number): boolean => runOf(seqno) !== undefined;
  return {
    get runs() {
      return runs;
    },
    add(added) {
      const left = runs.find(({ last }) => last + 1 === added.first);
      const right = runs.find(({ first }) => first === added.last + 1);
      const joined = {
        first: left?.first ?? added.first,
        last: right?.last ?? added.last,
        before: left?.before ?? added.before,
        after: right?.after ?? added.after,
      };
      const others = runs.filter((run) => run !== left && run !== right);
      runs = [...others, joined].toSorted((one, other) => one.first - other.first);
    },
    hasRound,
    runOf,
    hasBlock(key) {
      if (key.workchain === -1) return hasRound(key.seqno);
      return runs.some(({ before: { within: before }, after: { within: after } }) => {
        if (before === undefined || after === undefined) return false;
        return newestAt(before, key) < key.seqno && key.seqno <= newestAt(after, key);
      });
    },
    mayHaveBlock(key) {
      if (key.workchain === -1) return hasRound(key.seqno);
      return runs.some(({ before: { outside: before }, after: { outside: after } }) => {
        const isBefore = before !== undefined && key.seqno <= newestAt(before, key);
        const isAfter = after !== undefined && newestAt(after, key) < key.seqno;
        return !isBefore && !isAfter;
      });
    },
  };
}

/** Returns the highest seqno among the tops whose shards overlap a block's shard, or −1. */
function newestAt(tops: readonly BlockKey[], { workchain, shard }: BlockKey): number {
  return tops.reduce((newest, top) => {
    const isRelated =
      top.workchain === workchain && (shardContains(top.shard, shard) || shardContains(shard, top.shard));
    return isRelated ? Math.max(newest, top.seqno) : newest;
  }, -1);
}
