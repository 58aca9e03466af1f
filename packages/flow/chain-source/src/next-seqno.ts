import { type BlockSource, isListed, type SourceHead } from './block-source.ts';
import type { SeqnoRange } from './seqno-ranges.ts';

/** The rounds to read from a source. */
export interface WantedRounds {
  /** First round; absent: the first one of the source. */
  readonly from?: number;
  /** Last round; absent: no limit. */
  readonly to?: number;
  /** Returns the range of published rounds around a round, undefined when the round is not published. */
  readonly runOf: (seqno: number) => SeqnoRange | undefined;
}

/** Returns the lowest masterchain block from `at` on that is in the source, wanted and not published. */
export function nextSeqno(
  source: BlockSource,
  head: SourceHead,
  { from = 0, to = Number.MAX_SAFE_INTEGER, runOf }: WantedRounds,
  at: number,
): number | undefined {
  const last = Math.min(head.lastSeqno, to);
  const listed = isListed(source) ? source.masterchainSeqnos() : undefined;
  let wanted: number | undefined = Math.max(at, from, head.firstSeqno);
  for (;;) {
    if (listed !== undefined) wanted = listed[indexAtLeast(listed, wanted)];
    if (wanted === undefined || wanted > last) return undefined;
    const run = runOf(wanted);
    if (run === undefined) return wanted;
    wanted = run.last + 1;
  }
}

/** Returns the index of the first number that is at least `least`. */
export function indexAtLeast(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
