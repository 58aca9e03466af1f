import type { BlockKey } from '@tonriver/block-source';
import { shardContains } from '@tonriver/chain-model';

/** Rounds that follow each other, with the newest blocks of all shards before the first and after the last of them. */
export interface RoundRun {
  readonly first: number;
  readonly last: number;
  /** Undefined when it is not known: then nothing is said of shard blocks. */
  readonly topsBefore: readonly BlockKey[] | undefined;
  readonly topsAfter: readonly BlockKey[] | undefined;
}

/**
 * Which blocks lie in rounds that are done. What is kept is the ends of each run, so that it grows with the gaps of a
 * source and the shards of a network, and not with the length of its chain.
 */
export interface RoundRuns {
  add(run: RoundRun): void;
  hasRound(seqno: number): boolean;
  /**
   * Whether a block lies in one of the rounds. Numbers grow along every way from a block to those after it, through
   * splits and merges, so a shard block lies between the tops before a run and those after it.
   */
  hasBlock(key: BlockKey): boolean;
  readonly runs: readonly RoundRun[];
}

export function createRoundRuns(): RoundRuns {
  let runs: readonly RoundRun[] = [];
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
        topsBefore: left === undefined ? added.topsBefore : left.topsBefore,
        topsAfter: right === undefined ? added.topsAfter : right.topsAfter,
      };
      const others = runs.filter((run) => run !== left && run !== right);
      runs = [...others, joined].toSorted((one, other) => one.first - other.first);
    },
    hasRound: (seqno) => runs.some(({ first, last }) => first <= seqno && seqno <= last),
    hasBlock(key) {
      if (key.workchain === -1) return runs.some(({ first, last }) => first <= key.seqno && key.seqno <= last);
      return runs.some(({ topsBefore, topsAfter }) => {
        if (topsBefore === undefined || topsAfter === undefined) return false;
        return newestAt(topsBefore, key) < key.seqno && key.seqno <= newestAt(topsAfter, key);
      });
    },
  };
}

/** The highest number among the tops that have accounts in common with a block's shard; −1 where there is none. */
function newestAt(tops: readonly BlockKey[], { workchain, shard }: BlockKey): number {
  return tops.reduce((newest, top) => {
    const isRelated =
      top.workchain === workchain && (shardContains(top.shard, shard) || shardContains(shard, top.shard));
    return isRelated ? Math.max(newest, top.seqno) : newest;
  }, -1);
}
