import type { ParsedBlock } from '@tonriver/events';
import { type AnnouncedRound, roundTransactionsOf } from './announced-round.ts';

interface WaitingRound {
  readonly blockCount: number;
  readonly blocks: Map<number, ParsedBlock>;
}

/**
 * Gathers announced blocks into rounds. Blocks may come in any order and any number of times: a repetition replaces
 * what was there, which is the same unless a newer parser wrote it.
 */
export interface RoundCollector {
  add(block: ParsedBlock): void;
  /** The round, once all of its blocks were announced. */
  complete(seqno: number): AnnouncedRound | undefined;
  /** Seqnos of complete rounds that begin a contiguous range, ascending. */
  rangeStarts(): readonly number[];
  forget(seqno: number): void;
  clear(): void;
  /** Rounds that wait: for their blocks, or for the rounds before them. */
  readonly size: number;
}

export function createRoundCollector(): RoundCollector {
  const rounds = new Map<number, WaitingRound>();
  const isComplete = ({ blocks, blockCount }: WaitingRound): boolean => blocks.size === blockCount;
  return {
    add(block) {
      const known = rounds.get(block.round);
      const round = known?.blockCount === block.roundBlocks ? known : newRound(block.roundBlocks);
      round.blocks.set(block.roundIndex, block);
      rounds.set(block.round, round);
    },
    complete(seqno) {
      const round = rounds.get(seqno);
      if (round === undefined || !isComplete(round)) return undefined;
      const blocks = [...round.blocks.values()].toSorted((left, right) => left.roundIndex - right.roundIndex);
      return {
        seqno,
        isRangeStart: blocks.some((block) => block.isRangeStart),
        blocks,
        transactions: blocks.flatMap(roundTransactionsOf),
      };
    },
    rangeStarts() {
      const starts: number[] = [];
      for (const [seqno, round] of rounds) {
        if (isComplete(round) && [...round.blocks.values()].some((block) => block.isRangeStart)) starts.push(seqno);
      }
      return starts.toSorted((left, right) => left - right);
    },
    forget: (seqno) => void rounds.delete(seqno),
    clear: () => rounds.clear(),
    get size() {
      return rounds.size;
    },
  };
}

function newRound(blockCount: number): WaitingRound {
  return { blockCount, blocks: new Map() };
}
