import type { RecordPlace } from './round-queue.ts';

/** How far partitions of the log have gone on: what was read there that proves its round. */
export interface LogProgress {
  note(seqno: number, place: RecordPlace): void;
  /** Whether there is something of a later round behind a place. */
  isBehind(seqno: number, place: RecordPlace): boolean;
}

export function createLogProgress(): LogProgress {
  /** Per partition no more than tells: of two notes one may not be both of a later round and farther behind. */
  const notes = new Map<number, readonly { readonly seqno: number; readonly offset: bigint }[]>();
  return {
    note(seqno, { partition, offset }) {
      const known = notes.get(partition) ?? [];
      if (known.some((other) => other.seqno >= seqno && other.offset >= offset)) return;
      const left = known.filter((other) => other.seqno > seqno || other.offset > offset);
      notes.set(partition, [...left, { seqno, offset }]);
    },
    isBehind(seqno, { partition, offset }) {
      return (notes.get(partition) ?? []).some((note) => note.seqno > seqno && note.offset > offset);
    },
  };
}
