import type { Cell } from '@tonriver/boc';
import type { EmulationCall, TvmEnvironment } from '@tonriver/tvm';

/** Transactions of one account, each starting from what the one before left. */
export interface ReplayChain {
  readonly name: string;
  /** Without its time, which each transaction has of its own. */
  readonly environment: Omit<TvmEnvironment, 'unixTime'>;
  readonly librariesBoc: Uint8Array | null;
  /** `ShardAccount` before the first. */
  readonly before: Cell;
  /** Every signature counts as right. Default false. */
  readonly ignoreSignatures?: boolean;
  readonly steps: readonly ReplayStep[];
}

/** One recorded transaction. Hashes are hexadecimal; what was not recorded is null and not compared. */
export interface ReplayStep {
  readonly name: string;
  readonly cause: EmulationCall['cause'];
  readonly lt: bigint;
  readonly now: number;
  readonly randomSeed: Uint8Array | null;
  readonly transactionHash: string;
  /** The `Account` cell after it. */
  readonly accountHash: string | null;
  /** The `ShardAccount` cell after it. */
  readonly shardAccountHash: string | null;
  /** Where the recording says different things of one and the same: it fails, whatever a run gives. */
  readonly contradictions: readonly string[];
}
