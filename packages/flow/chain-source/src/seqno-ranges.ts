/** A contiguous range of rounds, both ends included. */
export interface SeqnoRange {
  readonly first: number;
  readonly last: number;
}

/** Adds a range to sorted, disjoint ranges and joins adjacent ones. */
export function addRange(ranges: readonly SeqnoRange[], added: SeqnoRange): readonly SeqnoRange[] {
  const apart = ranges.filter(({ first, last }) => last + 1 < added.first || first > added.last + 1);
  const touching = ranges.filter((range) => !apart.includes(range));
  const joined = {
    first: Math.min(added.first, ...touching.map(({ first }) => first)),
    last: Math.max(added.last, ...touching.map(({ last }) => last)),
  };
  return [...apart, joined].toSorted((left, right) => left.first - right.first);
}

/** Returns true when a seqno is in one of the ranges. */
export function containsSeqno(ranges: readonly SeqnoRange[], seqno: number): boolean {
  return ranges.some(({ first, last }) => first <= seqno && seqno <= last);
}
