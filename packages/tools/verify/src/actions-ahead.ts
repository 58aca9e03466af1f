import type { Problem } from './finding.ts';

/** Problems that are kept until it is known whether they are some. */
const KEPT_MAX = 1_000;

/** A trace that has its row with actions, beyond what the progress of its partition says. */
interface AheadTrace {
  readonly partition: number;
  readonly round: number;
  readonly problem: Problem;
}

/**
 * Traces whose rows are ahead of the progress. A classifier that is at work, or was stopped, has written rows of which
 * its progress does not tell yet: it writes the progress after them. That is no problem while other traces of those
 * rounds wait for their rows, or when the progress has followed meanwhile. A classifier that has done all its work says
 * so: then the progress is wrong.
 */
export class ActionsAhead {
  readonly #found: AheadTrace[] = [];
  #count = 0;
  #isAtWork = false;

  /** How many traces are ahead. */
  get count(): number {
    return this.#count;
  }

  add(trace: AheadTrace): void {
    this.#count += 1;
    if (this.#found.length < KEPT_MAX) this.#found.push(trace);
  }

  /** A trace beyond the progress has no row yet. */
  waits(): void {
    this.#isAtWork = true;
  }

  /** @param lastSeqnoOf what the progress of a partition says now */
  problems(lastSeqnoOf: (partition: number) => number): readonly Problem[] {
    if (this.#isAtWork) return [];
    return this.#found.filter(({ partition, round }) => round > lastSeqnoOf(partition)).map(({ problem }) => problem);
  }
}
