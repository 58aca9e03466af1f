import type { Cache } from '@tonriver/cache';
import type { Logger } from '@tonriver/logger';
import type { StateInitRow } from '@tonriver/row-schema';
import type { Metrics } from '@tonriver/telemetry';
import { type BodyPrinter, createBodyPrinter } from '../answers/body-printer.ts';
import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { type Admission, createAdmission } from '../look-up/admission.ts';
import { createAccountCodes, type NewestState } from './account-codes.ts';
import { type AccountStates, createAccountStates, createStateLookUp } from './account-states.ts';
import { createAccountsInBlocks } from './block-neighbours.ts';
import { type Blocks, createBlocks } from './blocks.ts';
import { createCellTrees, createStateInits } from './cells.ts';
import { createConfigVersions } from './config-versions.ts';
import { createGlobalVersions, type GlobalVersions } from './global-versions.ts';
import { createHiddenCurrencies } from './hidden-currencies.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import { type MessageIndexQuery, readMessageIndex, type RowBudget } from './message-index.ts';
import { createMessageLocations, type MessageLocation } from './message-locations.ts';
import { createMissingStates } from './missing-states.ts';
import { createRequiredRows, type RequiredRows } from './required-rows.ts';
import type { ReadingStores } from './reading-store.ts';
import { createShardEnds } from './shard-ends.ts';
import { createShardStarts } from './shard-starts.ts';
import { createTraceBeginnings, createTraceIds, type TraceBeginning } from './traces.ts';
import { createTransactionHeads, createTransactionKeys, type TransactionHead } from './transaction-heads.ts';
import type { TransactionKey } from './transaction-key.ts';
import { createTransactionRecords, type TransactionRecords } from './transaction-records.ts';

export interface ChainReaderDependencies {
  readonly stores: ReadingStores;
  readonly cache: Cache;
  readonly bounds: LookUpBounds;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly cachePrefix: () => string;
  readonly recordTtlMs: number;
  /** Transactions that answers under way may have together, and answers that may wait for room. */
  readonly answeredTransactionsMax: number;
  readonly answersMax: number;
  /** Rows of indexes that are walked over at one time. */
  readonly walkedRowsMax: number;
  /** From coming in to the answer. */
  readonly totalMsMax: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Everything the routes ask of ClickHouse. Keys of look-ups are text: hashes as upper-case hexadecimal. */
export interface ChainReader {
  readonly records: TransactionRecords;
  readonly blocks: Blocks;
  readonly messageLocations: BatchedLookUp<readonly MessageLocation[]>;
  readonly transactionHeads: BatchedLookUp<TransactionHead>;
  readonly transactionKeys: BatchedLookUp<TransactionKey>;
  readonly traceIds: BatchedLookUp<Uint8Array>;
  readonly traceBeginnings: BatchedLookUp<TraceBeginning>;
  readonly cellTrees: BatchedLookUp<Uint8Array>;
  readonly stateInits: BatchedLookUp<StateInitRow>;
  readonly accountStates: AccountStates;
  readonly accountCodes: BatchedLookUp<NewestState>;
  /** Tells rows that have to be stored from those that may be missing. */
  readonly requiredRows: RequiredRows;
  readonly globalVersions: GlobalVersions;
  readonly bodyPrinter: BodyPrinter;
  /** Reading and printing the transactions of an answer, weighed by their number. */
  readonly answering: Admission;
  /** Looking through an index, weighed by rows. `messageIndex` waits here by itself. */
  readonly walking: Pick<Admission, 'run' | 'hadWaiting'>;
  readonly messageIndex: (
    query: MessageIndexQuery,
    budget: RowBudget,
  ) => Promise<readonly TransactionKey[] | undefined>;
}

/** The first page of an index, and the next ones, whatever their limit. */
const SMALL_WALK_ROWS = 2_500;

export function createChainReader(dependencies: ChainReaderDependencies): ChainReader {
  const { stores, bounds, logger, metrics, cache, cachePrefix, recordTtlMs, answeredTransactionsMax, walkedRowsMax } =
    dependencies;
  const admission = { waitingMax: dependencies.answersMax, totalMsMax: dependencies.totalMsMax, now: dependencies.now };
  const store = stores.admitted;
  const walking = createAdmission({ ...admission, weightMax: walkedRowsMax, smallMax: SMALL_WALK_ROWS });
  const blocks = createBlocks(store, bounds);
  const shardEnds = createShardEnds(store);
  const requiredRows = createRequiredRows(store, { shardStarts: createShardStarts(store), shardEnds });
  return {
    records: createTransactionRecords({
      store,
      requiredRows,
      cache,
      logger,
      metrics,
      bounds,
      cachePrefix,
      recordTtlMs,
    }),
    blocks,
    messageLocations: createMessageLocations(store, bounds),
    transactionHeads: createTransactionHeads(store, bounds),
    transactionKeys: createTransactionKeys(store, bounds),
    traceIds: createTraceIds(store, bounds),
    traceBeginnings: createTraceBeginnings(store, bounds),
    cellTrees: createCellTrees(store, bounds),
    stateInits: createStateInits(store, bounds),
    accountStates: createAccountStates(
      createStateLookUp(store, bounds),
      createHiddenCurrencies(store, bounds),
      createMissingStates(requiredRows, createAccountsInBlocks(store, bounds)),
      metrics,
    ),
    accountCodes: createAccountCodes(store, shardEnds, bounds),
    requiredRows,
    globalVersions: createGlobalVersions(blocks, createConfigVersions(store, bounds)),
    bodyPrinter: createBodyPrinter(),
    answering: createAdmission({
      ...admission,
      weightMax: answeredTransactionsMax,
      smallMax: Math.ceil(answeredTransactionsMax / 3),
    }),
    walking,
    messageIndex: (query, budget) => readMessageIndex(stores.gated, query, budget, walking.run),
  };
}
