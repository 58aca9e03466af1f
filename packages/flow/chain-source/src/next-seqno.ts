import { type BlockSource, isListed, type SourceHead } from './block-source.ts';
import type { SeqnoRange } from './seqno-ranges.ts';

/** Which rounds are wanted of a source. */
export interface WantedRounds {
  /** First and last round; absent: what the source has. */
  readonly from?: number;
  readonly to?: number;
  /** The run of rounds that are published already and have this one among them; undefined when it is not published. */
  readonly runOf: (seqno: number) => SeqnoRange | undefined;
}

/** The lowest masterchain block from `at` on that the source has and that is wanted; published runs are leapt over. */
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

/** Where in ascending numbers the first one stands that is not below the given one. */
export function indexAtLeast(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
