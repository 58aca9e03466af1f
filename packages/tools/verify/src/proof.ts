import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Problem } from './finding.ts';

/** Contiguous rounds, both ends included. */
export interface RoundRange {
  readonly first: number;
  readonly last: number;
}

/** Everything that a proof uses. */
export interface ProofContext {
  readonly store: ClickHouseStore;
  /** The data directory of the store; undefined for a server, and while a process uses the directory. */
  readonly dataDirectory: string | undefined;
  /** The contiguous ranges of complete rounds, ascending. */
  readonly ranges: readonly RoundRange[];
  /** Adds to a count of the summary: checked rows, exempt rows. */
  readonly count: (what: string, by: number) => void;
}

/** A proof. It reads in windows, so that its memory is bounded, and yields problems as it finds them. */
export interface Proof {
  readonly name: string;
  /** The statement that holds when it finds nothing, in one sentence. */
  readonly promise: string;
  /** Returns why the proof cannot run here, for the report; undefined when it can. */
  readonly hindrance?: (
    context: Pick<ProofContext, 'dataDirectory' | 'store' | 'ranges'>,
  ) => Promise<string | undefined>;
  run(context: ProofContext): AsyncIterable<Problem>;
}
