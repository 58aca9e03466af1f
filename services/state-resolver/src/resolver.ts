import type { CellStore } from '@tonriver/cell-store';
import type { Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { RawBlock } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { beatWhile, type Clock } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { activationKey } from './activate-state.ts';
import { applyOtherBlocks, applyPartialBlock } from './apply-partial-block.ts';
import type { ChosenRound } from './apply-round.ts';
import type { StateSource } from './ask-source.ts';
import { type ChangedAccounts, createChangedAccounts, type ResolvedRoundsOutput } from './changed-accounts.ts';
import { checkNetwork, checkNotLate } from './check-cell-store.ts';
import { type InitialState, unnamedStateError } from './initial-states.ts';
import { isRoundOpenFor, markRoundOpen } from './open-rounds.ts';
import { createPartialBlocks, type PartialBlock } from './partial-blocks.ts';
import { addMissingRangeRecords, loadRangeList } from './range-list.ts';
import { resolveRound } from './resolve-round.ts';
import type { ResolvedRange } from './resolved-range.ts';
import { createResolverReport } from './resolver-report.ts';
import { createResolverRows, insertRows, isFull, type ResolverRows } from './resolver-rows.ts';

export interface ResolverDependencies {
  readonly cells: CellStore;
  readonly store: ClickHouseStore;
  readonly network: Network;
  readonly initialStates: readonly InitialState[];
  /** Asked for accounts that blocks do not show; absent: they stay unresolved. */
  readonly source?: StateSource | undefined;
  /** Where is sent what changed in each round; absent: nobody follows. */
  readonly resolvedRounds?: ResolvedRoundsOutput | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly beat?: (() => void) | undefined;
  /** Called at the moments of a flush, in this order: for tests that kill the process at each of them. */
  readonly onPhase?: (phase: ResolverPhase) => void;
}

export type ResolverPhase = 'state-insert' | 'state-inserted' | 'state-sent' | 'state-committed';

/** Cells that may wait for one commit: they are held in memory. */
const PENDING_CELLS_MAX = 200_000;
const ACCOUNTS_PER_TURN = 256;

/**
 * The resolved ranges of rounds, and the store of cells that belongs to them. A flush makes the rows durable first,
 * then the store with its progress. After a death between the two the same rounds are applied again, to equal rows.
 */
export interface Resolver {
  readonly ranges: readonly ResolvedRange[];
  isDone(round: number): boolean;
  /** Applies the round that follows one of the ranges, or begins one. */
  apply(round: ChosenRound): Promise<void>;
  /** Whether the block's round was done without this block, and may lack some of its blocks. */
  isRoundOpenFor(raw: RawBlock): boolean;
  /**
   * Takes a partial block, or one that comes after its round was done without it, for `applyPartial`. The offset behind
   * it may move when the block is done.
   */
  addPartial(raw: RawBlock): PartialBlock;
  /** Applies the next partial block whose turn it is; returns false when there is none. */
  applyPartial(): Promise<boolean>;
  /** Counts a round as done that waited for a lost one. Nothing is known of its states. */
  giveUp(round: number): void;
  /** The first offset of a partition that the store does not know to be done. */
  nextOffset(partition: number): bigint;
  putOffset(partition: number, next: bigint): void;
  /** Whether so much waits that it should be written now. */
  readonly isFull: boolean;
  readonly hasChanges: boolean;
  flush(): Promise<void>;
  /** Removes rows of progress that a process which died may have left. */
  removeStaleProgress(): Promise<void>;
}

/** @throws {StateResolverError} when the store is of another network, or an initial state comes too late */
export function createResolver(dependencies: ResolverDependencies): Resolver {
  const { cells, store, network, onPhase, source } = dependencies;
  checkNetwork(cells, network);
  const ranges = loadRangeList(cells, dependencies.logger);
  const initialStates = dependencies.initialStates.filter(
    ({ hash }) => cells.record(activationKey(hash)) === undefined,
  );
  for (const initial of initialStates) checkNotLate(ranges.all, initial);
  const rows = createResolverRows();
  /** Not kept in the store: the offsets of these rounds are committed at once, so they do not come again. */
  const givenUp = new Set<number>();
  const partial = createPartialBlocks({ now: () => dependencies.clock.nowMs() });
  const report = createResolverReport(dependencies);
  const changed = createChangedAccounts(dependencies.resolvedRounds);
  const insertIfFull = createRowInsertion(dependencies, rows, changed);
  const parts = { ...report, store: cells, rows, initialStates, insertIfFull, onChanged: changed.add };
  let hasChanges = addMissingRangeRecords(cells, rows, ranges);

  return {
    ranges: ranges.all,
    isDone: (round) => givenUp.has(round) || ranges.contains(round),
    async apply(round) {
      hasChanges = true;
      const range = ranges.rangeBefore(round.seqno);
      const roundParts = { ...parts, onUnnamed: throwUnnamedState };
      changed.begin({ round: round.seqno, range: range.first });
      await resolveRound(roundParts, source, range, round);
      changed.end();
      // In the same flush: the offsets of their records move behind it.
      const others = await applyOtherBlocks(roundParts, round);
      markRoundOpen(cells, round, others);
      report.onRound(range);
      ranges.save(range);
    },
    isRoundOpenFor: (raw) => isRoundOpenFor(cells, raw),
    addPartial: (raw) => partial.add(raw),
    async applyPartial() {
      const isApplied = await applyPartialBlock(parts, partial);
      hasChanges ||= isApplied;
      return isApplied;
    },
    giveUp: (round) => void givenUp.add(round),
    nextOffset(partition) {
      const value = cells.record(offsetKey(partition));
      return value === undefined ? 0n : BigInt(Buffer.from(value).toString('utf8'));
    },
    putOffset: (partition, next) => cells.putRecord(offsetKey(partition), Buffer.from(String(next))),
    get isFull() {
      return isFull(rows) || cells.pendingCount >= PENDING_CELLS_MAX;
    },
    get hasChanges() {
      return hasChanges;
    },
    async flush() {
      onPhase?.('state-insert');
      const rowCount = await insertRows(store, rows);
      await ranges.insertProgress(store);
      onPhase?.('state-inserted');
      // After the rows, before the cells: a process that dies between resolves the rounds again, and sends them again.
      await changed.send();
      onPhase?.('state-sent');
      const cellCount = cells.pendingCount;
      await cells.commit();
      onPhase?.('state-committed');
      hasChanges = false;
      if (ranges.hasJoined) await beatWhile(ranges.removeStaleProgress(store), dependencies);
      report.onFlush(ranges.all, { rowCount, cellCount });
    },
    removeStaleProgress: () => beatWhile(ranges.removeStaleProgress(store), dependencies),
  };
}

/**
 * Inserts rows when too many wait. Called between the accounts of a state, of which there may be millions: in between
 * health checks get their turn.
 */
function createRowInsertion(
  { store, clock, beat }: ResolverDependencies,
  rows: ResolverRows,
  changed: ChangedAccounts,
): () => Promise<void> {
  let callCount = 0;
  return async () => {
    callCount += 1;
    if (callCount % ACCOUNTS_PER_TURN === 0) {
      beat?.();
      await clock.yield();
    }
    if (!isFull(rows)) return;
    await insertRows(store, rows);
    await changed.send();
  };
}

function offsetKey(partition: number): string {
  return `offset/${partition}`;
}

/** A block of a round contradicts an initial state: the rounds behind it cannot be resolved as the operator expects. */
function throwUnnamedState({ origin }: InitialState, reason: string): never {
  throw unnamedStateError(origin, reason);
}
