import type { OpenBlockBag } from '@tonriver/chain-model';
import type { RawBlock, RoundPlace } from '@tonriver/events';
import { type Clock, type LogRecord, systemClock } from '@tonriver/stream';
import type { AnnouncedBlock, ChosenRound } from './apply-round.ts';
import { type BlockReader, createBlockReader } from './block-reader.ts';
import { type Choice, chooseBlocks, isWhole } from './choose-blocks.ts';
import { chosenRound } from './chosen-round.ts';
import { decodeStateBlock, type RefusedBlock, type StateBlock } from './decode-block.ts';
import { createPassedRounds } from './passed-rounds.ts';
import {
  addBlock,
  blocksFrom,
  createWaitingRound,
  isComplete,
  isRefused,
  markReadable,
  markTried,
  placeKey,
  type RecordPlace,
  refuseBlock,
  type WaitingBlock,
  waitingBlock,
  type WaitingRound,
  withoutBlocks,
} from './waiting-round.ts';

/**
 * Gathers the blocks of rounds. All records of a round come from one partition, those of different rounds from several:
 * later rounds wait for their turn. Beyond a bound the bytes of the farthest are forgotten and read from the log again.
 *
 * A record that cannot be read never takes the place of one that can. It completes a round only when the log has moved
 * on past the round (`PassedRounds`). Records that announce different numbers of blocks are kept apart: of several
 * complete variants the first is chosen that has all blocks which its masterchain block names, else the one with most
 * blocks. Readable blocks of the others are resolved along with it.
 *
 * However many records are announced for a round, each is read once to be chosen, one at a time, and the result is
 * remembered.
 */
export interface RoundQueue {
  add(raw: RawBlock, round: RoundPlace, place: RecordPlace): void;
  /** Notes a record of a round that is done: it shows how far the log has moved on. */
  noteDone(raw: RawBlock, round: RoundPlace, place: RecordPlace): void;
  isComplete(seqno: number): boolean;
  /** Has a range begin with a round, as if records of the round said so. */
  startAt(seqno: number): void;
  /** Seqnos of complete rounds that begin a contiguous range, ascending. */
  rangeStarts(): readonly number[];
  /**
   * Reads the blocks of a complete round. Returns undefined when blocks turn out to be refused and other copies may
   * still come.
   *
   * @throws {StateResolverError} `round_lost` when the log does not have a block any more
   */
  read(seqno: number): Promise<ChosenRound | undefined>;
  forget(seqno: number): void;
  /** Forgets the records of a partition from an offset on: they come again. */
  forgetFrom(place: RecordPlace): void;
  /** Forgets the bytes of the farthest rounds until at most `bytesMax` are held. */
  shedBytes(): void;
  /** Bytes of blocks that are held. */
  readonly byteLength: number;
  /** Rounds that wait, ascending. */
  seqnos(): readonly number[];
  readonly size: number;
}

export interface RoundQueueOptions {
  readonly bytesMax: number;
  /** Reads records of a partition again. Leaves out those that the log does not have any more. */
  readonly readRecords: (partition: number, offsets: readonly bigint[]) => Promise<readonly LogRecord[]>;
  /** Called once for each record that cannot be read. */
  readonly onRefused: (announced: AnnouncedBlock, refused: RefusedBlock) => void;
  readonly clock?: Clock;
  readonly openBag?: OpenBlockBag | undefined;
}

export function createRoundQueue(options: RoundQueueOptions): RoundQueue {
  const { bytesMax, readRecords, onRefused, clock = systemClock } = options;
  const rounds = new Map<number, WaitingRound>();
  const starts = new Set<number>();
  const bytes = createHeldBytes(rounds, bytesMax);
  const decode = createDecoder(onRefused, options.openBag);
  const readerOf = (seqno: number, round: WaitingRound): BlockReader =>
    createBlockReader({ seqno, bytesMax, readRecords, clock, decode: (block, boc) => decode(round, block, boc) });
  const passed = createPassedRounds(rounds, readerOf);

  const isCompleteAt = (seqno: number): boolean => {
    const round = rounds.get(seqno);
    return round !== undefined && isComplete(round);
  };
  const forget = (seqno: number): void => {
    for (const block of rounds.get(seqno)?.blocks.values() ?? []) bytes.forget(block);
    rounds.delete(seqno);
    passed.forget(seqno);
  };

  return {
    add(raw, { seqno, index, blockCount, isRangeStart }, place) {
      const round = rounds.get(seqno) ?? createWaitingRound(place);
      rounds.set(seqno, round);
      if (isRangeStart) starts.add(seqno);
      if (round.blocks.has(placeKey(place))) return;
      const block = waitingBlock(raw, { index, blockCount }, place);
      addBlock(round, block);
      bytes.add(block);
      if (index !== 0 || !passed.isAwaitedBefore(seqno)) return;
      if (!('refusal' in decode(round, block, raw.boc))) passed.note(seqno, place);
    },
    noteDone(raw, { seqno, index }, place) {
      // Also for rounds of which it is not known yet whether they have a refused block.
      if (index !== 0 || !hasRoundBefore(rounds, seqno, place)) return;
      if (!('refusal' in decodeStateBlock(raw))) passed.note(seqno, place);
    },
    isComplete: isCompleteAt,
    startAt: (seqno) => void starts.add(seqno),
    rangeStarts: () => [...starts].filter(isCompleteAt).toSorted((left, right) => left - right),
    async read(seqno) {
      const round = rounds.get(seqno);
      if (round === undefined) return undefined;
      const reader = readerOf(seqno, round);
      const choice = await chooseVariant(round, reader, () => passed.find(seqno, round));
      if (choice === undefined) return undefined;
      await passed.noteRound(seqno, round, reader);
      return chosenRound(choice, { seqno, waiting: [...round.blocks.values()], reader });
    },
    forget(seqno) {
      forget(seqno);
      starts.delete(seqno);
    },
    forgetFrom(place) {
      for (const [seqno, round] of rounds) {
        const gone = blocksFrom(round, place);
        for (const block of gone) bytes.forget(block);
        if (gone.length === round.blocks.size) forget(seqno);
        else if (gone.length > 0) rounds.set(seqno, withoutBlocks(round, gone));
      }
    },
    shedBytes: () => bytes.shed(),
    get byteLength() {
      return bytes.length;
    },
    seqnos: () => [...rounds.keys()].toSorted((left, right) => left - right),
    get size() {
      return rounds.size;
    },
  };
}

/** Returns what decodes a block of a round, and marks it as readable or refused. */
function createDecoder(onRefused: RoundQueueOptions['onRefused'], openBag: OpenBlockBag | undefined) {
  return (round: WaitingRound, block: WaitingBlock, boc: Uint8Array): StateBlock | RefusedBlock => {
    const state = decodeStateBlock({ ...block.announced, boc }, openBag);
    if (!('refusal' in state)) markReadable(block, state);
    else if (!isRefused(block)) {
      onRefused(block.announced, state);
      refuseBlock(round, block, state);
    }
    return state;
  };
}

/**
 * Chooses blocks for a round. Returns undefined when no variant is whole and another copy of a block may still come.
 */
async function chooseVariant(
  round: WaitingRound,
  reader: BlockReader,
  findPassed: () => Promise<boolean>,
): Promise<Choice | undefined> {
  const choices: Choice[] = [];
  for (const variant of [...round.full].toSorted((one, other) => other.blockCount - one.blockCount)) {
    await reader.readAhead(variant);
    const choice = await chooseBlocks(variant, reader);
    choices.push(choice);
    if (isWhole(choice) && choice.hasAllNamedBlocks) break;
    if (!isWhole(choice)) markTried(round, variant);
  }
  const whole = choices.filter(isWhole);
  if (whole.length === 0 && !(await findPassed())) return undefined;
  const bySize = choices.toSorted((one, other) => other.chosen.size - one.chosen.size);
  return whole.find(({ hasAllNamedBlocks }) => hasAllNamedBlocks) ?? whole[0] ?? bySize[0];
}

/** Whether a round before the given one waits in the partition of a place. */
function hasRoundBefore(rounds: ReadonlyMap<number, WaitingRound>, seqno: number, { partition }: RecordPlace): boolean {
  for (const [open, { lastPlace }] of rounds) if (open < seqno && lastPlace.partition === partition) return true;
  return false;
}

/** Counts the bytes of blocks that are held. */
function createHeldBytes(rounds: ReadonlyMap<number, WaitingRound>, bytesMax: number) {
  let length = 0;
  const forget = (block: WaitingBlock): void => {
    length -= block.boc?.length ?? 0;
    block.boc = null;
  };
  return {
    add: ({ byteLength }: WaitingBlock): void => void (length += byteLength),
    forget,
    shed(): void {
      if (length <= bytesMax) return;
      for (const seqno of [...rounds.keys()].toSorted((left, right) => right - left)) {
        for (const block of rounds.get(seqno)?.blocks.values() ?? []) forget(block);
        // Well below the bound, so that the rounds are not sorted for every block.
        if (length <= bytesMax / 2) return;
      }
    },
    get length() {
      return length;
    },
  };
}
