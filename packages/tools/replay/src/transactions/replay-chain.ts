import type { Cell } from '@tonriver/boc';
import type { EmulationCall, TvmEnvironment } from '@tonriver/tvm';

/** Transactions of one account, each starting from the result of the one before. */
export interface ReplayChain {
  readonly name: string;
  /** Without the time: each transaction has its own. */
  readonly environment: Omit<TvmEnvironment, 'unixTime'>;
  readonly librariesBoc: Uint8Array | null;
  /** `ShardAccount` before the first. */
  readonly before: Cell;
  /** True when every signature counts as right. Default false. */
  readonly ignoreSignatures?: boolean;
  readonly steps: readonly ReplayStep[];
}

/** A recorded transaction. Hashes are hexadecimal. Members that were not recorded are null and not compared. */
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
  /** Contradictions within the recording: with any, the transaction fails without a run. */
  readonly contradictions: readonly string[];
}
