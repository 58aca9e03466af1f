import type { ParsedBlock } from '@tonriver/events';
import { type AnnouncedRound, roundTransactionsOf } from './announced-round.ts';

interface WaitingRound {
  readonly blockCount: number;
  readonly blocks: Map<number, ParsedBlock>;
}

/**
 * Gathers announced blocks into rounds. Blocks may come in any order and any number of times. What is kept does not
 * depend on it: of two announcements of one block the one of the newer parser counts, and a round begins a range when
 * any announcement says so (a fetcher that dies before it saved its progress may say otherwise the second time).
 * Announcements that differ in how many blocks a round has are kept apart: one that lies must not undo the others.
 */
export interface RoundCollector {
  add(block: ParsedBlock): void;
  /** The round, once all of its blocks were announced. */
  complete(seqno: number): AnnouncedRound | undefined;
  /** Seqnos of complete rounds that begin a contiguous range, ascending. */
  rangeStarts(): readonly number[];
  /** Whether any announcement that is held says that the round begins a range. */
  isAnnouncedStart(seqno: number): boolean;
  forget(seqno: number): void;
  clear(): void;
  /**
   * Forgets the rounds that lie farthest ahead until at most so many transactions are held: behind a hole rounds would
   * pile up without end. Rounds that begin a range stay, because nothing else would ask for them.
   *
   * @returns the rounds that were forgotten; they are to be read again when their turn comes
   */
  shed(transactionsMax: number): readonly number[];
  /** Rounds that wait: for their blocks, or for the rounds before them. */
  readonly size: number;
}

export function createRoundCollector(): RoundCollector {
  /** Seqno → number of blocks → what was announced so. */
  const rounds = new Map<number, Map<number, WaitingRound>>();
  let transactionCount = 0;
  const blocksOf = (seqno: number): readonly ParsedBlock[] =>
    [...(rounds.get(seqno)?.values() ?? [])].flatMap(({ blocks }) => [...blocks.values()]);
  const drop = (seqno: number): void => {
    for (const block of blocksOf(seqno)) transactionCount -= block.transactions.length;
    rounds.delete(seqno);
  };
  /** Of several that are complete the one with most blocks: fewer can only be a part of it. */
  const completeOf = (seqno: number): WaitingRound | undefined =>
    [...(rounds.get(seqno)?.values() ?? [])]
      .filter(({ blocks, blockCount }) => blocks.size === blockCount)
      .toSorted((left, right) => right.blockCount - left.blockCount)[0];
  return {
    add(block) {
      const variants = rounds.get(block.round) ?? new Map<number, WaitingRound>();
      const round = variants.get(block.roundBlocks) ?? newRound(block.roundBlocks);
      const earlier = round.blocks.get(block.roundIndex);
      const newest = earlier === undefined ? block : newestOf(earlier, block);
      transactionCount += newest.transactions.length - (earlier?.transactions.length ?? 0);
      round.blocks.set(block.roundIndex, newest);
      variants.set(block.roundBlocks, round);
      rounds.set(block.round, variants);
    },
    complete(seqno) {
      const round = completeOf(seqno);
      if (round === undefined) return undefined;
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
      for (const seqno of rounds.keys()) {
        if ([...(completeOf(seqno)?.blocks.values() ?? [])].some((block) => block.isRangeStart)) starts.push(seqno);
      }
      return starts.toSorted((left, right) => left - right);
    },
    isAnnouncedStart: (seqno) => blocksOf(seqno).some((block) => block.isRangeStart),
    forget: drop,
    clear() {
      rounds.clear();
      transactionCount = 0;
    },
    shed(transactionsMax) {
      if (transactionCount <= transactionsMax) return [];
      const shed: number[] = [];
      for (const seqno of [...rounds.keys()].toSorted((left, right) => right - left)) {
        if (transactionCount <= transactionsMax) break;
        if (blocksOf(seqno).some((block) => block.isRangeStart)) continue;
        drop(seqno);
        shed.push(seqno);
      }
      return shed;
    },
    get size() {
      return rounds.size;
    },
  };
}

function newestOf(earlier: ParsedBlock, later: ParsedBlock): ParsedBlock {
  const newest = later.rowVersion < earlier.rowVersion ? earlier : later;
  return { ...newest, isRangeStart: earlier.isRangeStart || later.isRangeStart };
}

function newRound(blockCount: number): WaitingRound {
  return { blockCount, blocks: new Map() };
}
