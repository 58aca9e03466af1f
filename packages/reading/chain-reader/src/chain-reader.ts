import type { StateInitRow } from '@tonriver/row-schema';
import type { Metrics } from '@tonriver/telemetry';
import type { BatchedLookUp } from './look-up/batched-look-up.ts';
import { type Admission, createAdmission } from './look-up/admission.ts';
import { createAccountCodes, type NewestState } from './accounts/account-codes.ts';
import { type AccountStates, createAccountStates, createStateLookUp } from './accounts/account-states.ts';
import { createAccountsInBlocks } from './blocks/block-neighbours.ts';
import { type Blocks, createBlocks } from './blocks/blocks.ts';
import { type BlocksOfRounds, createBlocksOfRounds } from './blocks/blocks-of-rounds.ts';
import { createCellTrees, createRememberedTrees, createStateInits } from './transactions/cells.ts';
import { createConfigVersions } from './blocks/config-versions.ts';
import { createGlobalVersions, type GlobalVersions } from './blocks/global-versions.ts';
import { createDomainNames, type DomainNames } from './accounts/domain-names.ts';
import { createHiddenCurrencies } from './accounts/hidden-currencies.ts';
import type { OpenKeptValues } from './kept-values.ts';
import type { LookUpBounds } from './look-up/look-up-bounds.ts';
import { type MessageIndexQuery, readMessageIndex, type RowBudget } from './transactions/message-index.ts';
import {
  createMessagePlaces,
  createTransactionPlaces,
  type MessagePlace,
  type TransactionPlace,
} from './transactions/hash-places.ts';
import { createMissingStates } from './accounts/missing-states.ts';
import { createOlderRecords } from './transactions/older-records.ts';
import { createReadAhead, type ReadAhead } from './accounts/read-ahead.ts';
import { createRecentBlocks } from './blocks/recent-blocks.ts';
import { createRememberedCodes } from './accounts/remembered-codes.ts';
import { createTokens, type TokenRow } from './accounts/tokens.ts';
import { createRememberedParts, type RememberedParts } from './transactions/remembered-parts.ts';
import { createRequiredRows, type RequiredRows, type VisibleRounds } from './visibility/required-rows.ts';
import type { ReadingStores } from './store/reading-store.ts';
import { createShardEnds } from './visibility/shard-ends.ts';
import { createShardStarts } from './visibility/shard-starts.ts';
import { createTouchedAccounts } from './blocks/touched-accounts.ts';
import { createRoundTransactions } from './transactions/round-transactions.ts';
import { createTraceBeginnings, createTraceIds, type TraceBeginning } from './transactions/traces.ts';
import { createKeysOfTimes, createTransactionHeads } from './transactions/transaction-heads.ts';
import type { TransactionKey } from './transactions/transaction-key.ts';
import {
  createTransactionParts,
  type TransactionPart,
  type TransactionParts,
} from './transactions/transaction-parts.ts';
import { createTransactionRecords, type TransactionRecords } from './transactions/transaction-records.ts';

export interface ChainReaderDependencies {
  readonly stores: ReadingStores;
  readonly openKeptValues: OpenKeptValues;
  readonly bounds: LookUpBounds;
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

/**
 * Point reads of a chain in ClickHouse, at the watermark that the caller names. Keys of look-ups are text, with hashes
 * in upper-case hexadecimal.
 */
export interface ChainReader {
  /** For reads of a caller's own: single queries from `gated`, batched look-ups with `bounds` from `admitted`. */
  readonly stores: ReadingStores;
  readonly bounds: LookUpBounds;
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
  /** The tokens that accounts are in a state, by `accountInStateKeyText`. */
  readonly tokens: BatchedLookUp<readonly TokenRow[]>;
  readonly domainNames: DomainNames;
  readonly readAhead: ReadAhead;
  /** Decides whether a missing row must be stored. */
  readonly requiredRows: RequiredRows;
  /**
   * Returns all transactions of the rounds from one up to the newest visible one. Undefined when rows are not all
   * there: one replica may be behind another.
   */
  readonly roundTransactions: (
    firstSeqno: number,
    visible: VisibleRounds,
  ) => Promise<readonly TransactionPart[] | undefined>;
  readonly globalVersions: GlobalVersions;
  /** Admits the work with an answer's transactions: reading and what follows. The weight is their number. */
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
  const { stores, bounds, metrics, openKeptValues, cachePrefix, recordTtlMs, answeredTransactionsMax, walkedRowsMax } =
    dependencies;
  const admission = { waitingMax: dependencies.answersMax, totalMsMax: dependencies.totalMsMax, now: dependencies.now };
  const store = stores.admitted;
  const walking = createAdmission({ ...admission, weightMax: walkedRowsMax, smallMax: SMALL_WALK_ROWS });
  const storedBlocks = createBlocks(store, bounds);
  const blocks = { ...storedBlocks, byKey: createRecentBlocks(storedBlocks.byKey) };
  const blocksOfRounds = createBlocksOfRounds({ store, bounds, cachePrefix });
  const shardEnds = createShardEnds(store);
  const rememberedParts = createRememberedParts({
    cachePrefix,
    ttlMs: recordTtlMs,
    bytesMax: dependencies.rememberedBytesMax,
  });
  const parts = createTransactionParts(store, bounds, rememberedParts);
  const transactionHeads = createTransactionHeads(store, bounds);
  const touchedAccounts = createTouchedAccounts(blocks, blocksOfRounds);
  const accountCodes = createRememberedCodes({
    codes: createAccountCodes(store, shardEnds, bounds),
    touchedAccounts,
    cachePrefix,
  });
  const tokens = createTokens(store, bounds, cachePrefix);
  const requiredRows = createRequiredRows(store, { shardStarts: createShardStarts(store), shardEnds });
  return {
    stores,
    bounds,
    records: createTransactionRecords({
      parts,
      transactionHeads,
      keysOfTimes: createKeysOfTimes(store, bounds),
      olderRecords: createOlderRecords({ store, openKeptValues, bounds, cachePrefix, recordTtlMs }),
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
    cellTrees: createRememberedTrees(createCellTrees(store, bounds)),
    stateInits: createStateInits(store, bounds),
    accountStates: createAccountStates(
      createStateLookUp(store, bounds),
      createHiddenCurrencies(store, bounds),
      createMissingStates(requiredRows, createAccountsInBlocks(store, bounds)),
      metrics,
    ),
    accountCodes,
    readAhead: createReadAhead(accountCodes, tokens),
    domainNames: createDomainNames(store, bounds, dependencies.now),
    tokens,
    requiredRows,
    roundTransactions: createRoundTransactions(parts, blocksOfRounds),
    globalVersions: createGlobalVersions(blocks, createConfigVersions(store, bounds)),
    answering: createAdmission({
      ...admission,
      weightMax: answeredTransactionsMax,
      smallMax: Math.ceil(answeredTransactionsMax / 3),
    }),
    walking,
    messageIndex: (query, budget) => readMessageIndex(stores.gated, query, budget, walking.run),
  };
}
