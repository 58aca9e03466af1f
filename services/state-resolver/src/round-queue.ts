import type { LogRecord } from '@tonriver/event-log';
import { decodeRawBlock, type RawBlock, type RoundPlace } from '@tonriver/events';
import type { ReadBlock, ReadRound } from './apply-round.ts';
import { decodeStateBlock, type RefusedBlock } from './decode-block.ts';
import { StateResolverError } from './state-resolver-error.ts';

/** Where a record lies, to read it again. */
export interface RecordPlace {
  readonly partition: number;
  readonly offset: bigint;
}

interface WaitingBlock {
  readonly place: RecordPlace;
  /** Null when it is to be read again. */
  raw: RawBlock | null;
  /** Its turn came, and it could not be read. */
  isRefused: boolean;
}

interface WaitingRound {
  readonly blockCount: number;
  readonly blocks: Map<number, WaitingBlock>;
  isRangeStart: boolean;
  /** Records of later rounds have followed a refused block: what is in its place now is all that comes. */
  isPassed: boolean;
}

/**
 * Puts the blocks of rounds together. They come from several partitions: those of later rounds wait for their turn,
 * and beyond a bound their bytes are forgotten and read from the log again.
 *
 * A record that cannot be read never takes the place of one that can, and completes a round only when the log has gone
 * on: records of a partition are in order, so behind one of a later round nothing more of this round comes.
 */
export interface RoundQueue {
  add(raw: RawBlock, round: RoundPlace, place: RecordPlace): void;
  isComplete(seqno: number): boolean;
  /** Seqnos of complete and readable rounds that begin a contiguous range, ascending. */
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
  readonly onRefused: (raw: RawBlock, refused: RefusedBlock) => void;
}

export function createRoundQueue({ bytesMax, readRecords, onRefused }: RoundQueueOptions): RoundQueue {
  const rounds = new Map<number, WaitingRound>();
  /** Partition → what came from it last. */
  const newest = new Map<number, { readonly seqno: number; readonly offset: bigint }>();
  /** Rounds with a refused block. */
  const holed = new Set<number>();
  let byteLength = 0;

  const forgetBytes = (block: WaitingBlock): void => {
    byteLength -= block.raw?.boc.length ?? 0;
    block.raw = null;
  };
  const forget = (seqno: number): void => {
    for (const block of rounds.get(seqno)?.blocks.values() ?? []) forgetBytes(block);
    rounds.delete(seqno);
  };
  const isComplete = (round: WaitingRound | undefined): round is WaitingRound =>
    round !== undefined &&
    round.blocks.size === round.blockCount &&
    (round.isPassed || [...round.blocks.values()].every(({ isRefused }) => !isRefused));

  /** Whether the log has gone on behind a refused block of the round. */
  const isPassed = (seqno: number, { blocks }: WaitingRound): boolean =>
    [...blocks.values()].some(({ isRefused, place }) => {
      const last = newest.get(place.partition);
      return isRefused && last !== undefined && last.seqno > seqno && last.offset > place.offset;
    });
  const noteProgress = (seqno: number, { partition, offset }: RecordPlace): void => {
    newest.set(partition, { seqno, offset });
    for (const refused of holed) {
      const round = rounds.get(refused);
      if (round === undefined) holed.delete(refused);
      else round.isPassed ||= isPassed(refused, round);
    }
  };
  const refuse = (seqno: number, round: WaitingRound, block: WaitingBlock, why: RefusedRead): void => {
    if (!block.isRefused) onRefused(why.raw, why.state);
    block.isRefused = true;
    holed.add(seqno);
    round.isPassed ||= isPassed(seqno, round);
  };
  /** Blocks whose bytes are not held wait for their turn: nothing speaks against them yet. */
  const isReadable = (seqno: number, round: WaitingRound): boolean => {
    for (const block of round.blocks.values()) {
      const refused = block.raw === null ? undefined : refusalOf(block.raw);
      if (refused !== undefined) refuse(seqno, round, block, refused);
    }
    return [...round.blocks.values()].every(({ isRefused }) => !isRefused);
  };

  /** Blocks whose bytes were forgotten, by their places: one call for all that lie in one partition. */
  const readAgain = async (places: readonly RecordPlace[]): Promise<ReadonlyMap<string, RawBlock>> => {
    const blocks = new Map<string, RawBlock>();
    for (const partition of new Set(places.map((place) => place.partition))) {
      const offsets = places.filter((place) => place.partition === partition).map(({ offset }) => offset);
      for (const record of await readRecords(partition, offsets)) blocks.set(nameOf(record), decodeRawBlock(record));
    }
    return blocks;
  };

  return {
    add(raw, { seqno, index, blockCount, isRangeStart }, place) {
      noteProgress(seqno, place);
      const known = rounds.get(seqno);
      const isOther = known !== undefined && known.blockCount !== blockCount;
      const repeated = isOther ? undefined : known?.blocks.get(index);
      // Whoever contradicts what came before has to be readable at least.
      const refused = isOther || repeated !== undefined ? refusalOf(raw) : undefined;
      if (refused !== undefined) {
        onRefused(raw, refused.state);
        return;
      }
      if (isOther) forget(seqno);
      const round = rounds.get(seqno) ?? { blockCount, blocks: new Map(), isRangeStart: false, isPassed: false };
      if (repeated !== undefined) forgetBytes(repeated);
      round.blocks.set(index, { place, raw, isRefused: false });
      round.isRangeStart ||= isRangeStart;
      rounds.set(seqno, round);
      byteLength += raw.boc.length;
    },
    isComplete: (seqno) => isComplete(rounds.get(seqno)),
    rangeStarts() {
      const starts = [...rounds].filter(
        ([seqno, round]) => round.isRangeStart && isComplete(round) && isReadable(seqno, round),
      );
      return starts.map(([seqno]) => seqno).toSorted((left, right) => left - right);
    },
    async read(seqno) {
      const round = rounds.get(seqno);
      const waiting = [...(round?.blocks.values() ?? [])];
      const forgotten = await readAgain(waiting.filter(({ raw }) => raw === null).map(({ place }) => place));
      const blocks = waiting.map((block): ReadBlock => {
        const raw = block.raw ?? forgotten.get(nameOf(block.place));
        if (raw === undefined) {
          throw new StateResolverError('round_lost', `A block of round ${seqno} is not in the log any more`, { seqno });
        }
        const state = decodeStateBlock(raw);
        if (round !== undefined && 'refusal' in state) refuse(seqno, round, block, { raw, state });
        return { raw, state };
      });
      return isComplete(round) ? { seqno, blocks } : undefined;
    },
    forget,
    forgetFrom({ partition, offset }) {
      for (const { blocks } of rounds.values()) {
        for (const [index, block] of blocks) {
          if (block.place.partition !== partition || block.place.offset < offset) continue;
          forgetBytes(block);
          blocks.delete(index);
        }
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

interface RefusedRead {
  readonly raw: RawBlock;
  readonly state: RefusedBlock;
}

function refusalOf(raw: RawBlock): RefusedRead | undefined {
  const state = decodeStateBlock(raw);
  return 'refusal' in state ? { raw, state } : undefined;
}

function nameOf({ partition, offset }: RecordPlace): string {
  return `${partition}@${offset}`;
}
