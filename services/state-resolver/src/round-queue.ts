import type { LogRecord } from '@tonriver/stream';
import { decodeRawBlock, type RawBlock, type RoundPlace } from '@tonriver/events';
import type { ReadBlock, ReadRound } from './apply-round.ts';
import { decodeStateBlock, type RefusedBlock } from './decode-block.ts';
import { createLogProgress } from './log-progress.ts';
import { StateResolverError } from './state-resolver-error.ts';

/** Where a record lies, to read it again. */
export interface RecordPlace {
  readonly partition: number;
  readonly offset: bigint;
}

interface WaitingBlock extends Pick<RoundPlace, 'index' | 'blockCount'> {
  readonly place: RecordPlace;
  /** As its record says; checked when it is read. */
  readonly rootHash: string;
  /** Null when it is to be read again. */
  raw: RawBlock | null;
  /** Its turn came, and it could not be read. */
  isRefused: boolean;
}

interface WaitingRound {
  /** By their places. What records say of each other counts for nothing: none takes the place of another. */
  readonly blocks: Map<string, WaitingBlock>;
  /** The log has gone on behind blocks that cannot be read: what is there now is all that comes. */
  isPassed: boolean;
}

/**
 * Puts the blocks of rounds together. They come from several partitions, all of one round from one: those of later
 * rounds wait for their turn, and beyond a bound their bytes are forgotten and read from the log again.
 *
 * A record that cannot be read never takes the place of one that can, and completes a round only when the log has gone
 * on. Only a masterchain block proves of which round it is: one that can be read, of a later round and behind all
 * records of this one, says so. Records that differ in how many blocks a round has are kept apart: of several rounds
 * that are complete then, the one with most blocks is taken, and what is in others goes along with it.
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
  readonly onRefused: (raw: RawBlock, refused: RefusedBlock) => void;
}

export function createRoundQueue({ bytesMax, readRecords, onRefused }: RoundQueueOptions): RoundQueue {
  const rounds = new Map<number, WaitingRound>();
  const starts = new Set<number>();
  const progress = createLogProgress();
  /** Rounds with a refused block that the log has not gone on behind. */
  const holed = new Set<number>();
  let byteLength = 0;

  const forgetBytes = (block: WaitingBlock): void => {
    byteLength -= block.raw?.boc.length ?? 0;
    block.raw = null;
  };
  const forget = (seqno: number): void => {
    for (const block of rounds.get(seqno)?.blocks.values() ?? []) forgetBytes(block);
    rounds.delete(seqno);
    holed.delete(seqno);
  };
  const isComplete = (seqno: number): boolean => {
    const round = rounds.get(seqno);
    if (round === undefined) return false;
    const hasOther = (copies: readonly WaitingBlock[]): boolean => copies.some(({ isRefused }) => !isRefused);
    return variantsOf(round).some((variant) => round.isPassed || variant.every(hasOther));
  };
  const judge = (block: WaitingBlock, raw: RawBlock): ReadBlock => {
    const state = decodeStateBlock(raw);
    if ('refusal' in state && !block.isRefused) {
      onRefused(raw, state);
      block.isRefused = true;
    }
    return { raw, state };
  };
  const notePassed = (seqno: number, round: WaitingRound): boolean => {
    round.isPassed ||= progress.isBehind(seqno, lastOf(round));
    if (round.isPassed) holed.delete(seqno);
    else holed.add(seqno);
    return round.isPassed;
  };
  const noteProgress = (seqno: number, place: RecordPlace): void => {
    progress.note(seqno, place);
    for (const open of holed) notePassed(open, rounds.get(open)!);
  };

  /** The bytes of blocks, by their places; those that were forgotten are read again, in one call per partition. */
  const bytesOf = async (seqno: number, waiting: readonly WaitingBlock[]): Promise<ReadonlyMap<string, RawBlock>> => {
    const found = new Map<string, RawBlock>();
    const places = waiting.filter(({ raw }) => raw === null).map(({ place }) => place);
    for (const partition of new Set(places.map((place) => place.partition))) {
      const offsets = places.filter((place) => place.partition === partition).map(({ offset }) => offset);
      for (const record of await readRecords(partition, offsets)) found.set(nameOf(record), decodeRawBlock(record));
    }
    for (const { place, raw } of waiting) if (raw !== null) found.set(nameOf(place), raw);
    if (waiting.every(({ place }) => found.has(nameOf(place)))) return found;
    throw new StateResolverError('round_lost', `A block of round ${seqno} is not in the log any more`, { seqno });
  };

  /** Whether the log has gone on behind a round: looks through what waits until a block says so. */
  const findProgress = async (seqno: number, round: WaitingRound): Promise<boolean> => {
    const last = lastOf(round);
    for (const [later, { blocks }] of rounds) {
      for (const block of later > seqno ? blocks.values() : []) {
        if (notePassed(seqno, round)) return true;
        if (block.isRefused || block.index !== 0 || !isBehind(last, block.place)) continue;
        const raw = (await bytesOf(later, [block])).get(nameOf(block.place))!;
        if (!('refusal' in judge(block, raw).state)) noteProgress(later, block.place);
      }
    }
    return notePassed(seqno, round);
  };

  return {
    add(raw, { seqno, index, blockCount, isRangeStart }, place) {
      const round = rounds.get(seqno) ?? { blocks: new Map(), isPassed: false };
      rounds.set(seqno, round);
      if (isRangeStart) starts.add(seqno);
      if (round.blocks.has(nameOf(place))) return;
      const block = { place, index, blockCount, rootHash: raw.rootHash, raw, isRefused: false };
      round.blocks.set(nameOf(place), block);
      byteLength += raw.boc.length;
      const isAwaited = index === 0 && [...holed].some((open) => open < seqno);
      if (isAwaited && !('refusal' in judge(block, raw).state)) noteProgress(seqno, place);
    },
    pass(raw, { seqno, index }, place) {
      // Whether a block that waits can be read is not known before its turn.
      const isBefore = (open: number): boolean =>
        open < seqno && lastOf(rounds.get(open)!).partition === place.partition;
      if (index !== 0 || ![...rounds.keys()].some(isBefore)) return;
      if (!('refusal' in decodeStateBlock(raw))) noteProgress(seqno, place);
    },
    isComplete,
    startAt: (seqno) => void starts.add(seqno),
    rangeStarts: () => [...starts].filter(isComplete).toSorted((left, right) => left - right),
    async read(seqno) {
      const round = rounds.get(seqno);
      if (round === undefined) return undefined;
      const waiting = [...round.blocks.values()];
      const bytes = await bytesOf(seqno, waiting);
      const known = new Map<WaitingBlock, ReadBlock>();
      const readOf = (block: WaitingBlock): ReadBlock => {
        const read = known.get(block) ?? judge(block, bytes.get(nameOf(block.place))!);
        known.set(block, read);
        return read;
      };
      const isReadable = (block: WaitingBlock): boolean => !('refusal' in readOf(block).state);
      /** A block is in one place of its round: somebody puts it into the place of another. */
      const choose = (variant: readonly (readonly WaitingBlock[])[]): ReadBlock[] => {
        const used = new Set<string>();
        return variant.map((copies) => {
          const own = copies.find((block) => isReadable(block) && !used.has(block.rootHash));
          if (own !== undefined) {
            used.add(own.rootHash);
            return readOf(own);
          }
          for (const block of copies) block.isRefused = true;
          const refused = readOf(copies.find((block) => !isReadable(block)) ?? copies[0]!);
          return 'refusal' in refused.state ? refused : { raw: refused.raw, state: inTwoPlaces };
        });
      };
      const choices = variantsOf(round).map(choose);
      const whole = choices.find((choice) => readableIn(choice) === choice.length);
      if (whole === undefined && !(await findProgress(seqno, round))) return undefined;
      const blocks = whole ?? choices.toSorted((one, other) => readableIn(other) - readableIn(one))[0];
      if (blocks === undefined) return undefined;
      for (const block of waiting) if (block.index === 0 && isReadable(block)) noteProgress(seqno, block.place);
      const taken = new Set(blocks.flatMap(({ raw, state }) => ('refusal' in state ? [] : [raw.rootHash])));
      const others = waiting.flatMap((block) => {
        if (taken.has(block.rootHash)) return [];
        const { raw, state } = readOf(block);
        if ('refusal' in state) return [];
        taken.add(block.rootHash);
        return [{ raw, state }];
      });
      return { seqno, blocks, others };
    },
    forget(seqno) {
      forget(seqno);
      starts.delete(seqno);
    },
    forgetFrom({ partition, offset }) {
      for (const [seqno, { blocks }] of rounds) {
        for (const [name, block] of blocks) {
          if (block.place.partition !== partition || block.place.offset < offset) continue;
          forgetBytes(block);
          blocks.delete(name);
        }
        if (blocks.size === 0) forget(seqno);
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

const inTwoPlaces: RefusedBlock = { refusal: 'it is another block of its round', code: 'wrong_block' };

function readableIn(blocks: readonly ReadBlock[]): number {
  return blocks.filter(({ state }) => !('refusal' in state)).length;
}

/** For each number of blocks that the round is said to have, where all are there: their copies. Most come first. */
function variantsOf({ blocks }: WaitingRound): readonly (readonly WaitingBlock[])[][] {
  const variants = new Map<number, Map<number, WaitingBlock[]>>();
  for (const block of blocks.values()) {
    const variant = variants.get(block.blockCount) ?? new Map<number, WaitingBlock[]>();
    variants.set(block.blockCount, variant);
    const copies = variant.get(block.index);
    if (copies === undefined) variant.set(block.index, [block]);
    else copies.push(block);
  }
  return [...variants]
    .filter(([blockCount, variant]) => variant.size === blockCount)
    .toSorted(([one], [other]) => other - one)
    .map(([, variant]) => [...variant.values()]);
}

/** The last record of a round in its partition. */
function lastOf({ blocks }: WaitingRound): RecordPlace {
  return [...blocks.values()].map(({ place }) => place).reduce((one, other) => (isBehind(one, other) ? other : one));
}

function isBehind(one: RecordPlace, other: RecordPlace): boolean {
  return one.partition === other.partition && other.offset > one.offset;
}

function nameOf({ partition, offset }: RecordPlace): string {
  return `${partition}@${offset}`;
}
