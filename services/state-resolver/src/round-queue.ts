import { type Clock, type LogRecord, systemClock } from '@tonriver/stream';
import type { RawBlock, RoundPlace } from '@tonriver/events';
import type { BlockNames, ReadRound } from './apply-round.ts';
import { type BlockReader, createBlockReader } from './block-reader.ts';
import { type Choice, chooseBlocks, isWhole } from './choose-blocks.ts';
import { decodeStateBlock, type RefusedBlock, type StateBlock } from './decode-block.ts';
import { createLogProgress } from './log-progress.ts';
import { roundOfChoice } from './round-of-choice.ts';
import {
  addBlock,
  createWaitingRound,
  isBehind,
  isComplete,
  isRefused,
  markReadable,
  markTried,
  nameOf,
  type RecordPlace,
  refuseBlock,
  roundOf,
  type WaitingBlock,
  waitingBlock,
  type WaitingRound,
} from './waiting-round.ts';

export type { RecordPlace } from './waiting-round.ts';

/**
 * Puts the blocks of rounds together. They come from several partitions, all of one round from one: those of later
 * rounds wait for their turn, and beyond a bound their bytes are forgotten and read from the log again.
 *
 * A record that cannot be read never takes the place of one that can, and completes a round only when the log has gone
 * on. Only a masterchain block proves of which round it is: one that can be read, of a later round and behind all
 * records of this one, says so. Records that differ in how many blocks a round has are kept apart: of several rounds
 * that are complete then, the first that has what its masterchain block names is taken, else the one with most blocks,
 * and what is in others goes along with it.
 *
 * However many records say that they are of a round: each is read once to be chosen, one at a time, and what was found
 * out of it is remembered.
 */
export interface RoundQueue {
  add(raw: RawBlock, round: RoundPlace, place: RecordPlace): void;
  /** A record of a round that is done: it shows how far the log has gone on. */
  pass(raw: RawBlock, round: RoundPlace, place: RecordPlace): void;
  isComplete(seqno: number): boolean;
  /** Says that a range is to begin with a round, as records say it of others. */
  startAt(seqno: number): void;
  /** Seqnos of complete rounds that begin a contiguous range, ascending. */
  rangeStarts(): readonly number[];
  /**
   * The blocks of a complete round; undefined when some turn out to be refused, and others may still come. Throws
   * `round_lost` when the log has one of them no more.
   */
  read(seqno: number): Promise<ReadRound | undefined>;
  forget(seqno: number): void;
  /** Forgets what came from a partition from an offset on: it comes again. */
  forgetFrom(place: RecordPlace): void;
  /** Forgets the bytes of the farthest rounds until at most `bytesMax` are held. */
  shed(): void;
  /** Bytes of blocks that are held. */
  readonly byteLength: number;
  /** Rounds that wait, ascending. */
  seqnos(): readonly number[];
  readonly size: number;
}

export interface RoundQueueOptions {
  readonly bytesMax: number;
  /** Reads records of a partition again; those that the log has no more are left out. */
  readonly readRecords: (partition: number, offsets: readonly bigint[]) => Promise<readonly LogRecord[]>;
  /** A record that cannot be read, when that is found out. */
  readonly onRefused: (names: BlockNames, refused: RefusedBlock) => void;
  readonly clock?: Clock;
}

export function createRoundQueue(options: RoundQueueOptions): RoundQueue {
  const { bytesMax, readRecords, onRefused, clock = systemClock } = options;
  const rounds = new Map<number, WaitingRound>();
  const starts = new Set<number>();
  const progress = createLogProgress();
  /** Rounds with a refused block that the log has not gone on behind. */
  const holed = new Set<number>();
  let byteLength = 0;

  const forgetBytes = (block: WaitingBlock): void => {
    byteLength -= block.boc?.length ?? 0;
    block.boc = null;
  };
  const forget = (seqno: number): void => {
    for (const block of rounds.get(seqno)?.blocks.values() ?? []) forgetBytes(block);
    rounds.delete(seqno);
    holed.delete(seqno);
  };
  const isCompleteAt = (seqno: number): boolean => {
    const round = rounds.get(seqno);
    return round !== undefined && isComplete(round);
  };
  const notePassed = (seqno: number, round: WaitingRound): boolean => {
    round.isPassed ||= progress.isBehind(seqno, round.last);
    if (round.isPassed) holed.delete(seqno);
    else holed.add(seqno);
    return round.isPassed;
  };
  const noteProgress = (seqno: number, place: RecordPlace): void => {
    progress.note(seqno, place);
    for (const open of holed) if (open < seqno) notePassed(open, rounds.get(open)!);
  };
  const judge = (round: WaitingRound, block: WaitingBlock, boc: Uint8Array): StateBlock | RefusedBlock => {
    const state = decodeStateBlock({ ...block.names, boc });
    if (!('refusal' in state)) markReadable(block, state);
    else if (!isRefused(block)) {
      onRefused(block.names, state);
      refuseBlock(round, block, state);
    }
    return state;
  };
  const readerOf = (seqno: number, round: WaitingRound): BlockReader =>
    createBlockReader({ seqno, bytesMax, readRecords, clock, judge: (block, boc) => judge(round, block, boc) });

  /** Whether the log has gone on behind a round: looks through what waits until a block says so. */
  const findProgress = async (seqno: number, round: WaitingRound): Promise<boolean> => {
    if (notePassed(seqno, round)) return true;
    for (const [later, other] of rounds) {
      if (later <= seqno) continue;
      for (const block of other.heads) {
        if (!isBehind(round.last, block.place) || !(await readerOf(later, other).isReadable(block))) continue;
        noteProgress(later, block.place);
        return notePassed(seqno, round);
      }
    }
    return false;
  };
  /** What a round that is taken says of those before it: its last masterchain block that can be read. */
  const noteOwnProgress = async (seqno: number, { heads }: WaitingRound, reader: BlockReader): Promise<void> => {
    for (const block of [...heads].toReversed()) {
      if (!(await reader.isReadable(block))) continue;
      noteProgress(seqno, block.place);
      return;
    }
  };

  return {
    add(raw, { seqno, index, blockCount, isRangeStart }, place) {
      const round = rounds.get(seqno) ?? createWaitingRound(place);
      rounds.set(seqno, round);
      if (isRangeStart) starts.add(seqno);
      if (round.blocks.has(nameOf(place))) return;
      const block = waitingBlock(raw, { index, blockCount }, place);
      addBlock(round, block);
      byteLength += raw.boc.length;
      const isAwaited = index === 0 && some(holed, (open) => open < seqno);
      if (isAwaited && !('refusal' in judge(round, block, raw.boc))) noteProgress(seqno, place);
    },
    pass(raw, { seqno, index }, place) {
      // Whether a block that waits can be read is not known before its turn.
      const isBefore = ([open, { last }]: [number, WaitingRound]): boolean =>
        open < seqno && last.partition === place.partition;
      if (index !== 0 || !some(rounds, isBefore)) return;
      if (!('refusal' in decodeStateBlock(raw))) noteProgress(seqno, place);
    },
    isComplete: isCompleteAt,
    startAt: (seqno) => void starts.add(seqno),
    rangeStarts: () => [...starts].filter(isCompleteAt).toSorted((left, right) => left - right),
    async read(seqno) {
      const round = rounds.get(seqno);
      if (round === undefined) return undefined;
      const reader = readerOf(seqno, round);
      const choices: Choice[] = [];
      for (const variant of [...round.full].toSorted((one, other) => other.blockCount - one.blockCount)) {
        await reader.readAhead(variant);
        const choice = await chooseBlocks(variant, reader);
        choices.push(choice);
        if (isWhole(choice) && choice.hasNamed) break;
        if (!isWhole(choice)) markTried(round, variant);
      }
      const whole = choices.filter(isWhole);
      if (whole.length === 0 && !(await findProgress(seqno, round))) return undefined;
      const bySize = choices.toSorted((one, other) => other.taken.size - one.taken.size);
      const choice = whole.find(({ hasNamed }) => hasNamed) ?? whole[0] ?? bySize[0];
      if (choice === undefined) return undefined;
      await noteOwnProgress(seqno, round, reader);
      return roundOfChoice(choice, { seqno, waiting: [...round.blocks.values()], reader });
    },
    forget(seqno) {
      forget(seqno);
      starts.delete(seqno);
    },
    forgetFrom({ partition, offset }) {
      for (const [seqno, { blocks, isPassed }] of rounds) {
        const kept: WaitingBlock[] = [];
        for (const block of blocks.values()) {
          if (block.place.partition !== partition || block.place.offset < offset) kept.push(block);
          else forgetBytes(block);
        }
        if (kept.length === blocks.size) continue;
        if (kept.length === 0) forget(seqno);
        else rounds.set(seqno, roundOf(kept, isPassed));
      }
    },
    shed() {
      if (byteLength <= bytesMax) return;
      for (const seqno of [...rounds.keys()].toSorted((left, right) => right - left)) {
        for (const block of rounds.get(seqno)?.blocks.values() ?? []) forgetBytes(block);
        // Well below the bound, so that not every block has the rounds sorted.
        if (byteLength <= bytesMax / 2) return;
      }
    },
    get byteLength() {
      return byteLength;
    },
    seqnos: () => [...rounds.keys()].toSorted((left, right) => left - right),
    get size() {
      return rounds.size;
    },
  };
}

function some<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): boolean {
  for (const item of items) if (isWanted(item)) return true;
  return false;
}
