import type { BlockKey } from '@tonriver/chain-source';
import { shardContains } from '@tonriver/chain-model';

/**
 * The newest blocks of all shards where a run begins or ends. Where a source lacks the masterchain block that tells,
 * its neighbours do: the one within the run, and the one outside of it. Undefined where there is no neighbour either.
 */
export interface RunEnd {
  readonly within: readonly BlockKey[] | undefined;
  readonly outside: readonly BlockKey[] | undefined;
}

/** Rounds that follow each other. */
interface RoundRun {
  readonly first: number;
  readonly last: number;
  readonly before: RunEnd;
  readonly after: RunEnd;
}

export function knownEnd(tops: readonly BlockKey[]): RunEnd {
  return { within: tops, outside: tops };
}

/** An end of which nothing is known. */
export const unknownEnd: RunEnd = { within: undefined, outside: undefined };

/**
 * Which blocks lie in rounds that are done. What is kept is the ends of each run, so that it grows with the gaps of a
 * source and the shards of a network, and not with the length of its chain.
 */
export interface RoundRuns {
  add(run: RoundRun): void;
  hasRound(seqno: number): boolean;
  /** The run that a round lies in. */
  runOf(seqno: number): RoundRun | undefined;
  /**
   * Whether a block surely is in one of the rounds. Numbers grow along every way from a block to those after it,
   * through splits and merges, so a shard block lies between the tops before a run and those after it.
   */
  hasBlock(key: BlockKey): boolean;
  /** Whether a block lies in one of the rounds, or nothing in the source tells that it does not. */
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

/** The highest number among the tops that have accounts in common with a block's shard; −1 where there is none. */
function newestAt(tops: readonly BlockKey[], { workchain, shard }: BlockKey): number {
  return tops.reduce((newest, top) => {
    const isRelated =
      top.workchain === workchain && (shardContains(top.shard, shard) || shardContains(shard, top.shard));
    return isRelated ? Math.max(newest, top.seqno) : newest;
  }, -1);
}
