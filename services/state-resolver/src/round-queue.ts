import type { LogRecord } from '@tonriver/event-log';
import { decodeRawBlock, type RawBlock, type RoundPlace } from '@tonriver/events';
import type { RawRound } from './apply-round.ts';
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
}

interface WaitingRound {
  readonly blockCount: number;
  readonly blocks: Map<number, WaitingBlock>;
  isRangeStart: boolean;
}

/**
 * Puts the blocks of rounds together. They come from several partitions: those of later rounds wait for their turn,
 * and beyond a bound their bytes are forgotten and read from the log again.
 */
export interface RoundQueue {
  add(raw: RawBlock, round: RoundPlace, place: RecordPlace): void;
  isComplete(seqno: number): boolean;
  /** Seqnos of complete rounds that begin a contiguous range, ascending. */
  rangeStarts(): readonly number[];
  /** The blocks of a complete round. Throws `round_lost` when the log has one of them no more. */
  read(seqno: number): Promise<RawRound>;
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
}

export function createRoundQueue({ bytesMax, readRecords }: RoundQueueOptions): RoundQueue {
  const rounds = new Map<number, WaitingRound>();
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
    round !== undefined && round.blocks.size === round.blockCount;

  /** The blocks of a round whose bytes were forgotten: one call for all that lie in one partition. */
  const readAgain = async (places: readonly RecordPlace[]): Promise<readonly LogRecord[]> => {
    const records: LogRecord[] = [];
    for (const partition of new Set(places.map((place) => place.partition))) {
      const offsets = places.filter((place) => place.partition === partition).map(({ offset }) => offset);
      records.push(...(await readRecords(partition, offsets)));
    }
    return records;
  };

  return {
    add(raw, { seqno, index, blockCount, isRangeStart }, place) {
      const known = rounds.get(seqno);
      if (known !== undefined && known.blockCount !== blockCount) forget(seqno);
      const round = rounds.get(seqno) ?? { blockCount, blocks: new Map(), isRangeStart: false };
      const repeated = round.blocks.get(index);
      if (repeated !== undefined) forgetBytes(repeated);
      round.blocks.set(index, { place, raw });
      round.isRangeStart ||= isRangeStart;
      rounds.set(seqno, round);
      byteLength += raw.boc.length;
    },
    isComplete: (seqno) => isComplete(rounds.get(seqno)),
    rangeStarts() {
      const starts = [...rounds].filter(([, round]) => round.isRangeStart && isComplete(round));
      return starts.map(([seqno]) => seqno).toSorted((left, right) => left - right);
    },
    async read(seqno) {
      const waiting = [...(rounds.get(seqno)?.blocks.values() ?? [])];
      const held = waiting.flatMap(({ raw }) => (raw === null ? [] : [raw]));
      const forgotten = waiting.filter(({ raw }) => raw === null).map(({ place }) => place);
      const records = await readAgain(forgotten);
      if (records.length < forgotten.length) {
        throw new StateResolverError('round_lost', `A block of round ${seqno} is not in the log any more`, { seqno });
      }
      return { seqno, blocks: [...held, ...records.map(decodeRawBlock)] };
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
