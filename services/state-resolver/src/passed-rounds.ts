import type { BlockReader } from './block-reader.ts';
import { isBehind, type RecordPlace, type WaitingRound } from './waiting-round.ts';

/**
 * Finds out whether the log has moved on past a round with a refused block. Only a masterchain block proves of which
 * round it is: one that can be read, is of a later round and lies behind all records of this one.
 */
export interface PassedRounds {
  /** Whether a round that waits for this is before the given one: a masterchain block of that should be read. */
  isAwaitedBefore(seqno: number): boolean;
  /** Notes where a readable masterchain block of a round lies. */
  note(seqno: number, place: RecordPlace): void;
  /** Notes the last readable masterchain block of a round. */
  noteRound(seqno: number, round: WaitingRound, reader: BlockReader): Promise<void>;
  /** Whether the log has moved on past a round. Reads blocks of later rounds until one says so. */
  find(seqno: number, round: WaitingRound): Promise<boolean>;
  /** A round does not wait any more. */
  forget(seqno: number): void;
}

export function createPassedRounds(
  rounds: ReadonlyMap<number, WaitingRound>,
  readerOf: (seqno: number, round: WaitingRound) => BlockReader,
): PassedRounds {
  const newest = createNewestPlaces();
  /** Rounds with a refused block that the log has not moved past. */
  const awaited = new Set<number>();

  const update = (seqno: number, round: WaitingRound): boolean => {
    round.isPassed ||= newest.hasLater(seqno, round.lastPlace);
    if (round.isPassed) awaited.delete(seqno);
    else awaited.add(seqno);
    return round.isPassed;
  };
  const note = (seqno: number, place: RecordPlace): void => {
    newest.add(seqno, place);
    for (const open of awaited) if (open < seqno) update(open, rounds.get(open)!);
  };
  return {
    isAwaitedBefore(seqno) {
      for (const open of awaited) if (open < seqno) return true;
      return false;
    },
    note,
    async noteRound(seqno, { masterchainBlocks }, reader) {
      for (const block of [...masterchainBlocks].toReversed()) {
        if (!(await reader.isReadable(block))) continue;
        note(seqno, block.place);
        return;
      }
    },
    async find(seqno, round) {
      if (update(seqno, round)) return true;
      for (const [later, other] of rounds) {
        if (later <= seqno) continue;
        for (const block of other.masterchainBlocks) {
          if (!isBehind(round.lastPlace, block.place) || !(await readerOf(later, other).isReadable(block))) continue;
          note(later, block.place);
          return update(seqno, round);
        }
      }
      return false;
    },
    forget: (seqno) => void awaited.delete(seqno),
  };
}

/** The newest places of masterchain blocks in each partition. */
function createNewestPlaces() {
  /** Partition → places. A place is left out when another is both of a later round and farther behind. */
  const places = new Map<number, readonly { readonly seqno: number; readonly offset: bigint }[]>();
  return {
    add(seqno: number, { partition, offset }: RecordPlace): void {
      const known = places.get(partition) ?? [];
      if (known.some((other) => other.seqno >= seqno && other.offset >= offset)) return;
      const left = known.filter((other) => other.seqno > seqno || other.offset > offset);
      places.set(partition, [...left, { seqno, offset }]);
    },
    /** Whether a block of a later round lies behind a place. */
    hasLater: (seqno: number, { partition, offset }: RecordPlace): boolean =>
      (places.get(partition) ?? []).some((other) => other.seqno > seqno && other.offset > offset),
  };
}
