import type { Problem } from './finding.ts';

/** Problems that are kept until it is known whether they are some. */
const KEPT_MAX = 1_000;

/** A finished trace, and the partition of the topic of traces that has it. */
interface PlacedTrace {
  readonly partition: number;
  readonly round: number;
}

/** A trace that has its row with actions, beyond what the progress of its partition says. */
interface AheadTrace extends PlacedTrace {
  readonly problem: Problem;
}

/** A trace beyond the progress that has no row yet. */
export interface WaitingTrace extends PlacedTrace {
  readonly endLt: bigint;
  readonly traceId: Uint8Array;
}

/** What is stored now, which may be later than the rows that were examined. */
interface StoredNow {
  /** What the progress of a partition says. */
  readonly lastSeqnoOf: (partition: number) => number;
  readonly hasRow: (trace: WaitingTrace) => boolean;
}

/**
 * Traces whose rows are ahead of the progress. A classifier that is at work, or was stopped, has written rows of which
 * its progress does not tell yet: it writes the progress after them, and each partition in the order of its rounds. So
 * they are no problem while other traces of their round or later ones wait for their rows, or when the progress has
 * followed meanwhile. A classifier that has done all its work says so, and none goes past a trace that waits.
 */
export class ActionsAhead {
  readonly #found: AheadTrace[] = [];
  readonly #firstWaiting = new Map<number, WaitingTrace>();
  #lastWaitingRound = 0;
  #count = 0;

  /** How many traces are ahead. */
  get count(): number {
    return this.#count;
  }

  /** The first trace of each partition that has no row yet. */
  get waiting(): readonly WaitingTrace[] {
    return [...this.#firstWaiting.values()];
  }

  add(trace: AheadTrace): void {
    this.#count += 1;
    if (this.#found.length < KEPT_MAX) this.#found.push(trace);
  }

  wait(trace: WaitingTrace): void {
    this.#lastWaitingRound = Math.max(this.#lastWaitingRound, trace.round);
    const first = this.#firstWaiting.get(trace.partition);
    if (first === undefined || trace.round < first.round) this.#firstWaiting.set(trace.partition, trace);
  }

  problems({ lastSeqnoOf, hasRow }: StoredNow): readonly Problem[] {
    const isProblem = ({ partition, round }: AheadTrace): boolean => {
      if (round <= lastSeqnoOf(partition)) return false;
      const first = this.#firstWaiting.get(partition);
      // It may have got its row after this partition's rounds were examined.
      if (first !== undefined && first.round < round && !hasRow(first)) return true;
      return round > this.#lastWaitingRound;
    };
    return this.#found.filter(isProblem).map(({ problem }) => problem);
  }
}
