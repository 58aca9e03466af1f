import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Problem } from './finding.ts';

/** Contiguous rounds, both ends included. */
export interface RoundRange {
  readonly first: number;
  readonly last: number;
}

/** What a proof works with. */
export interface ProofContext {
  readonly store: ClickHouseStore;
  /** The data directory that the store lies in; undefined for a server, and while a process runs on it. */
  readonly dataDirectory: string | undefined;
  /** The contiguous ranges of complete rounds, ascending. */
  readonly ranges: readonly RoundRange[];
  /** Adds to a count of the summary: rows that were checked, exemptions that were made. */
  readonly count: (what: string, by: number) => void;
}

/**
 * One of the proofs. It reads in windows, so that its memory is bounded whatever is stored, and yields what is wrong as
 * it finds it; whoever reads may stop at any time.
 */
export interface Proof {
  readonly name: string;
  /** What holds when it finds nothing, in one sentence. */
  readonly promise: string;
  /** Why it cannot be run here, for the report; undefined when it can. */
  readonly hindrance?: (
    context: Pick<ProofContext, 'dataDirectory' | 'store' | 'ranges'>,
  ) => Promise<string | undefined>;
  run(context: ProofContext): AsyncIterable<Problem>;
}
