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
import { type BlocksOfRounds, createBlocksOfRounds } from './blocks-of-rounds.ts';
import { createCellTrees, createStateInits } from './cells.ts';
import { createConfigVersions } from './config-versions.ts';
import { createGlobalVersions, type GlobalVersions } from './global-versions.ts';
import { createHiddenCurrencies } from './hidden-currencies.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import { type MessageIndexQuery, readMessageIndex, type RowBudget } from './message-index.ts';
import {
  createMessagePlaces,
  createTransactionPlaces,
  type MessagePlace,
  type TransactionPlace,
} from './hash-places.ts';
import { createMissingStates } from './missing-states.ts';
import { createOlderRecords } from './older-records.ts';
import { createRememberedCodes } from './remembered-codes.ts';
import { createRememberedParts, type RememberedParts } from './remembered-parts.ts';
import { createRequiredRows, type RequiredRows } from './required-rows.ts';
import type { ReadingStores } from './reading-store.ts';
import { createShardEnds } from './shard-ends.ts';
import { createShardStarts } from './shard-starts.ts';
import { createTouchedAccounts } from './touched-accounts.ts';
import { createTraceBeginnings, createTraceIds, type TraceBeginning } from './traces.ts';
import { createKeysOfTimes, createTransactionHeads } from './transaction-heads.ts';
import type { TransactionKey } from './transaction-key.ts';
import { createTransactionParts, type TransactionParts } from './transaction-parts.ts';
import { createTransactionRecords, type TransactionRecords } from './transaction-records.ts';

export interface ChainReaderDependencies {
  readonly stores: ReadingStores;
  readonly cache: Cache;
  readonly bounds: LookUpBounds;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly cachePrefix: () => string;
  readonly recordTtlMs: number;
  /** Memory for parts and printed transactions. */
  readonly rememberedBytesMax: number;
  /** The most transactions in all answers at one time, and the most answers that wait for room. */
  readonly answeredTransactionsMax: number;
  readonly answersMax: number;
  /** The most rows of indexes that are read at one time. */
  readonly walkedRowsMax: number;
  /** Time from the request to its answer. */
  readonly totalMsMax: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** Reads from ClickHouse for the routes. Keys of look-ups are text, with hashes in upper-case hexadecimal. */
export interface ChainReader {
  readonly records: TransactionRecords;
  readonly parts: TransactionParts;
  readonly rememberedParts: RememberedParts;
  readonly blocks: Blocks;
  readonly blocksOfRounds: BlocksOfRounds;
  readonly messagePlaces: BatchedLookUp<readonly MessagePlace[]>;
  readonly transactionPlaces: BatchedLookUp<readonly TransactionPlace[]>;
  readonly traceIds: BatchedLookUp<Uint8Array>;
  readonly traceBeginnings: BatchedLookUp<TraceBeginning>;
  readonly cellTrees: BatchedLookUp<Uint8Array>;
  readonly stateInits: BatchedLookUp<StateInitRow>;
  readonly accountStates: AccountStates;
  readonly accountCodes: BatchedLookUp<NewestState>;
  /** Decides whether a missing row must be stored. */
  readonly requiredRows: RequiredRows;
  readonly globalVersions: GlobalVersions;
  readonly bodyPrinter: BodyPrinter;
  /** Admits reading and printing of an answer's transactions. The weight is their number. */
  readonly answering: Admission;
  /** Admits searches in an index. The weight is the number of rows. `messageIndex` uses it itself. */
  readonly walking: Pick<Admission, 'run' | 'hadWaiting'>;
  readonly messageIndex: (
    query: MessageIndexQuery,
    budget: RowBudget,
  ) => Promise<readonly TransactionKey[] | undefined>;
}

/** The rows up to which a search counts as small. Enough for the first page of an index and the next ones. */
const SMALL_WALK_ROWS = 2_500;

export function createChainReader(dependencies: ChainReaderDependencies): ChainReader {
  const { stores, bounds, logger, metrics, cache, cachePrefix, recordTtlMs, answeredTransactionsMax, walkedRowsMax } =
    dependencies;
  const admission = { waitingMax: dependencies.answersMax, totalMsMax: dependencies.totalMsMax, now: dependencies.now };
  const store = stores.admitted;
  const walking = createAdmission({ ...admission, weightMax: walkedRowsMax, smallMax: SMALL_WALK_ROWS });
  const blocks = createBlocks(store, bounds);
  const blocksOfRounds = createBlocksOfRounds({ store, bounds, cachePrefix });
  const shardEnds = createShardEnds(store);
  const rememberedParts = createRememberedParts({
    cachePrefix,
    ttlMs: recordTtlMs,
    bytesMax: dependencies.rememberedBytesMax,
  });
  const parts = createTransactionParts(store, bounds, rememberedParts);
  const transactionHeads = createTransactionHeads(store, bounds);
  const requiredRows = createRequiredRows(store, { shardStarts: createShardStarts(store), shardEnds });
  return {
    records: createTransactionRecords({
      parts,
      transactionHeads,
      keysOfTimes: createKeysOfTimes(store, bounds),
      olderRecords: createOlderRecords({ store, cache, logger, metrics, bounds, cachePrefix, recordTtlMs }),
      requiredRows,
    }),
    parts,
    rememberedParts,
    blocks,
    blocksOfRounds,
    messagePlaces: createMessagePlaces(store, bounds),
    transactionPlaces: createTransactionPlaces(store, bounds),
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
    accountCodes: createRememberedCodes({
      codes: createAccountCodes(store, shardEnds, bounds),
      touchedAccounts: createTouchedAccounts(blocks, blocksOfRounds),
      cachePrefix,
    }),
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
