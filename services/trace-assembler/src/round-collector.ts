import type { ParsedBlock } from '@tonriver/events';
import { createRoundBuffer } from '@tonriver/stream';
import { type AnnouncedRound, roundTransactionsOf } from './announced-round.ts';

interface WaitingBlock {
  readonly block: ParsedBlock;
  /** Where its announcements lie. */
  readonly offsets: readonly bigint[];
}

/**
 * Gathers announced blocks into rounds. Blocks may come in any order and any number of times, and the result does not
 * depend on it: of two announcements of one block that of the newer parser counts, and a round begins a range when any
 * announcement says so (a fetcher that dies before it saves its progress may say otherwise the second time).
 * Announcements that differ in the number of the round's blocks are kept apart: a wrong one must not spoil the others.
 */
export interface RoundCollector {
  add(block: ParsedBlock, offset: bigint): void;
  /** Returns the round, once all of its blocks are announced. */
  complete(seqno: number): AnnouncedRound | undefined;
  /** Seqnos of complete rounds that begin a contiguous range, ascending. */
  rangeStarts(): readonly number[];
  /** Whether any announcement that is held says that the round begins a range. */
  isAnnouncedStart(seqno: number): boolean;
  forget(seqno: number): void;
  clear(): void;
  /**
   * Forgets the rounds that lie farthest ahead until at most so many transactions are held: behind a hole any number of
   * rounds may come. Rounds that begin a range stay: nothing else tells that they are to be read.
   *
   * @returns the offsets of the forgotten announcements by round, to read them again when their turn comes
   */
  shed(transactionsMax: number): ReadonlyMap<number, readonly bigint[]>;
  /** Rounds that wait: for their blocks, or for the rounds before them. */
  readonly size: number;
}

export function createRoundCollector(): RoundCollector {
  let transactionCount = 0;
  const rounds = createRoundBuffer<WaitingBlock>({
    merge(earlier, later) {
      const merged = mergeOf(earlier, later);
      transactionCount -= countOf(earlier) + countOf(later) - countOf(merged);
      return merged;
    },
  });
  const isStart = ({ block }: WaitingBlock): boolean => block.isRangeStart;
  const blocksOf = (seqno: number): readonly WaitingBlock[] | undefined => rounds.variants(seqno)[0]?.flat();
  const drop = (seqno: number): void => {
    for (const waiting of rounds.blocks(seqno)) transactionCount -= countOf(waiting);
    rounds.remove(seqno);
  };
  return {
    add(block, offset) {
      transactionCount += block.transactions.length;
      const { round: seqno, roundIndex: index, roundBlocks: blockCount } = block;
      rounds.add({ seqno, index, blockCount }, { block, offsets: [offset] });
    },
    complete(seqno) {
      const waiting = blocksOf(seqno);
      if (waiting === undefined) return undefined;
      const blocks = waiting.map(({ block }) => block);
      const transactions = blocks.flatMap(roundTransactionsOf);
      return { seqno, isRangeStart: waiting.some(isStart), blocks, transactions };
    },
    rangeStarts: () =>
      [...rounds.seqnos()]
        .filter((seqno) => blocksOf(seqno)?.some(isStart) === true)
        .toSorted((left, right) => left - right),
    isAnnouncedStart: (seqno) => rounds.blocks(seqno).some(isStart),
    forget: drop,
    clear() {
      rounds.clear();
      transactionCount = 0;
    },
    shed(transactionsMax) {
      const shed = new Map<number, readonly bigint[]>();
      if (transactionCount <= transactionsMax) return shed;
      for (const seqno of [...rounds.seqnos()].toSorted((left, right) => right - left)) {
        if (transactionCount <= transactionsMax) break;
        const waiting = rounds.blocks(seqno);
        if (waiting.some(isStart)) continue;
        drop(seqno);
        shed.set(
          seqno,
          waiting.flatMap(({ offsets }) => offsets),
        );
      }
      return shed;
    },
    get size() {
      return rounds.size;
    },
  };
}

function countOf({ block }: WaitingBlock): number {
  return block.transactions.length;
}

function mergeOf(earlier: WaitingBlock, later: WaitingBlock): WaitingBlock {
  const newest = later.block.rowVersion < earlier.block.rowVersion ? earlier.block : later.block;
  const isRangeStart = earlier.block.isRangeStart || later.block.isRangeStart;
  return { block: { ...newest, isRangeStart }, offsets: [...earlier.offsets, ...later.offsets] };
}
