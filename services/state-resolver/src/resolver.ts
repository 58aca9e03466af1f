import type { CellStore } from '@tonriver/cell-store';
import { hashToHex, type Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { RawBlock } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { createRowBatch, stateProgressTable } from '@tonriver/row-schema';
import { beatWhile, type Clock } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import { activationKey } from './activate-state.ts';
import type { StateSource } from './ask-source.ts';
import { addRangeRecord } from './block-record.ts';
import type { BlockNames, ReadRound } from './apply-round.ts';
import { applyPartialBlock, applyOtherBlock } from './apply-partial-block.ts';
import type { RefusedBlock, ShardPlace } from './decode-block.ts';
import { type InitialState, unnamed } from './initial-states.ts';
import { forgetRange, loadRanges, newResolvedRange, type ResolvedRange, saveRange } from './resolved-range.ts';
import { createPartialBlocks, type PartialBlock } from './partial-blocks.ts';
import { isOpenFor, leaveOpen } from './open-rounds.ts';
import { resolveRound } from './resolve-round.ts';
import { createResolverRows, insertRows, isFull } from './resolver-rows.ts';
import { StateResolverError } from './state-resolver-error.ts';

export interface ResolverDependencies {
  readonly cells: CellStore;
  readonly store: ClickHouseStore;
  readonly network: Network;
  readonly initialStates: readonly InitialState[];
  /** Asked for accounts that blocks do not show; absent: they stay unresolved. */
  readonly source?: StateSource | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly beat?: (() => void) | undefined;
  /** Moments of a flush, in order: for tests that kill the process at each of them. */
  readonly onPhase?: (phase: ResolverPhase) => void;
}

export type ResolverPhase = 'state-insert' | 'state-inserted' | 'state-committed';

/** Cells that may wait for one commit: they are memory. */
const PENDING_CELLS_MAX = 200_000;
const ACCOUNTS_PER_TURN = 256;

/**
 * The ranges of rounds that are resolved and the store that goes with them. Rounds are applied one after the other; a
 * flush makes rows durable first, then the store with its progress: what is in between is applied again, to equal rows.
 */
export interface Resolver {
  readonly ranges: readonly ResolvedRange[];
  isDone(round: number): boolean;
  /** Applies the round that follows one of the ranges, or begins one. */
  apply(round: ReadRound): Promise<void>;
  /** Whether the block's round was done without it, and is not sure to have all of its blocks. */
  isOpenFor(raw: RawBlock): boolean;
  /**
   * A block without a round, or one that comes after its round was done without it, for `applyPartial`. The offset
   * behind it may move when it is done.
   */
  addPartial(raw: RawBlock): PartialBlock;
  /** Applies the partial blocks whose turn it is; false when none was. */
  applyPartial(): Promise<boolean>;
  /** A round that waited for one that is lost: it counts as done, and nothing is known of it. */
  giveUp(round: number): void;
  /** The first offset of a partition of which the store does not know that everything before it is done. */
  nextOffset(partition: number): bigint;
  putOffset(partition: number, next: bigint): void;
  /** Whether so much waits that it should be written now. */
  readonly isFull: boolean;
  /** Whether nothing waits. */
  readonly isClean: boolean;
  flush(): Promise<void>;
  /** Takes out what a process that died may have left of ranges that are part of others by now. */
  tidy(): Promise<void>;
}

/** @throws {StateResolverError} when the store is of another network, or an initial state comes too late */
export function createResolver(dependencies: ResolverDependencies): Resolver {
  const { cells, store, network, logger, onPhase } = dependencies;
  checkNetwork(cells, network);
  const ranges = loadRanges(cells);
  const initialStates = dependencies.initialStates.filter(
    ({ hash }) => cells.record(activationKey(hash)) === undefined,
  );
  for (const initial of initialStates) checkNotLate(ranges, initial);
  const rows = createResolverRows();
  /** Offsets behind them are committed at once: nobody asks for them after a restart. */
  const givenUp = new Set<number>();
  const partial = createPartialBlocks({ now: () => dependencies.clock.nowMs() });
  const report = createReport(dependencies);
  const changed = new Set<ResolvedRange>();
  let isClean = true;
  for (const range of ranges.filter(({ hasRecords }) => hasRecords !== true)) {
    addRangeRecord(rows, range);
    range.hasRecords = true;
    saveRange(cells, range);
    isClean = false;
  }
  let hasJoined = false;

  let roomCalls = 0;
  const insertData = async (): Promise<void> => {
    // Called between the accounts of a state, of which there may be millions: health checks need their turn.
    roomCalls += 1;
    if (roomCalls % ACCOUNTS_PER_TURN === 0) {
      dependencies.beat?.();
      await dependencies.clock.yield();
    }
    if (isFull(rows)) await insertRows(store, rows);
  };
  const writeProgress = async (): Promise<void> => {
    const progress = createRowBatch(stateProgressTable);
    for (const { first: firstSeqno, last: lastSeqno, isComplete } of changed) {
      progress.add({ firstSeqno, lastSeqno, isComplete });
    }
    if (progress.rowCount > 0) await store.insertRows(stateProgressTable, progress.rows());
  };

  const rangeBefore = (round: number): ResolvedRange => {
    const known = ranges.find(({ last }) => last + 1 === round);
    if (known !== undefined) return known;
    const begun = newResolvedRange(round);
    ranges.push(begun);
    ranges.sort((left, right) => left.first - right.first);
    return begun;
  };

  const resolver: Resolver = {
    ranges,
    isDone: (round) => givenUp.has(round) || ranges.some(({ first, last }) => first <= round && round <= last),
    async apply(round) {
      isClean = false;
      const range = rangeBefore(round.seqno);
      const parts = { ...report, store: cells, rows, initialStates, makeRoom: insertData, onUnnamed: endUnnamed };
      await resolveRound(parts, dependencies.source, range, round);
      const others: BlockNames[] = [];
      // With the same flush: behind it the offsets of their records move.
      for await (const { raw, state } of round.others()) {
        await applyOtherBlock(parts, raw, state);
        others.push(raw);
      }
      leaveOpen(cells, round, others);
      report.onRound(range);
      changed.add(range);
      saveRange(cells, range);
      if (joinFollowing(cells, ranges, range, logger)) hasJoined = true;
      for (const other of changed) if (!ranges.includes(other)) changed.delete(other);
    },
    isOpenFor: (raw) => isOpenFor(cells, raw),
    addPartial: (raw) => partial.add(raw),
    async applyPartial() {
      const parts = { ...report, store: cells, rows, initialStates, makeRoom: insertData };
      const isApplied = await applyPartialBlock(parts, partial);
      if (isApplied) isClean = false;
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
    get isClean() {
      return isClean;
    },
    async flush() {
      onPhase?.('state-insert');
      const rowCount = await insertRows(store, rows);
      await writeProgress();
      onPhase?.('state-inserted');
      const cellCount = cells.pendingCount;
      await cells.commit();
      onPhase?.('state-committed');
      changed.clear();
      isClean = true;
      if (hasJoined) await beatWhile(removeAbsorbed(store, ranges), dependencies);
      hasJoined = false;
      report.onFlush(ranges, { rowCount, cellCount });
    },
    tidy: () => beatWhile(removeAbsorbed(store, ranges), dependencies),
  };
  return resolver;
}

/** Ranges that have grown together go on as one: with the later one's states, under both of their names. */
function joinFollowing(cells: CellStore, ranges: ResolvedRange[], range: ResolvedRange, logger: Logger): boolean {
  const next = ranges[ranges.indexOf(range) + 1];
  if (next === undefined || next.first !== range.last + 1 || next.last < next.first) return false;
  logger.info('Two ranges of states grew together', { first: range.first, join: next.first, last: next.last });
  for (const { hash } of range.tops) cells.release(Buffer.from(hash, 'hex'));
  forgetRange(cells, next);
  range.last = next.last;
  range.tops = next.tops;
  range.isComplete &&= next.isComplete;
  range.lineage = [...next.lineage, ...range.lineage];
  delete range.libraries;
  if (next.libraries !== undefined) range.libraries = next.libraries;
  saveRange(cells, range);
  ranges.splice(ranges.indexOf(next), 1);
  return true;
}

/**
 * The progress of a range that became part of an earlier one says nothing more. The server that is asked deletes it at
 * once, since there are few rows; other replicas do it by themselves: waiting for one that is dead would take for ever.
 */
async function removeAbsorbed(store: ClickHouseStore, ranges: readonly ResolvedRange[]): Promise<void> {
  for (const { first, last, lineage } of ranges) {
    if (lineage.length < 2) continue;
    await store.command(
      `ALTER TABLE state_progress DELETE WHERE first_seqno > {first:UInt32} AND first_seqno <= {last:UInt32}
       SETTINGS mutations_sync = 1`,
      { first, last },
    );
  }
}

function offsetKey(partition: number): string {
  return `offset/${partition}`;
}

/** The store lies beside the tables of one network, and its cells must be of that network. */
function checkNetwork(cells: CellStore, { name, zeroStateRootHash }: Network): void {
  const own = `${name} ${hashToHex(zeroStateRootHash)}`;
  const found = cells.record('network');
  if (found === undefined) {
    cells.putRecord('network', Buffer.from(own));
    return;
  }
  const other = Buffer.from(found).toString('utf8');
  if (other !== own) {
    throw new StateResolverError('wrong_network', `The cell store is of ${other}, not of ${own}`, { other, own });
  }
}

function checkNotLate(ranges: readonly ResolvedRange[], initial: InitialState): void {
  const { workchain, shard, seqno, origin } = initial;
  const isLate =
    seqno === 0 || workchain === -1
      ? ranges.some(({ first, last }) => first <= seqno + 1 && seqno + 1 <= last)
      : ranges.some(({ tops }) =>
          tops.some((top) => top.workchain === workchain && top.shard === shard && top.seqno > seqno),
        );
  if (!isLate) return;
  throw new StateResolverError(
    'initial_state_late',
    `${unnamed(origin, 'the rounds after it are resolved already').message}; to use it, begin with an empty directory`,
    { file: origin },
  );
}

/** Where a round speaks against a state that was given, the rounds behind it cannot be resolved as expected. */
function endUnnamed({ origin }: InitialState, reason: string): never {
  throw unnamed(origin, reason);
}

/** What a person is told: metrics, and a line for each block that could not be read. */
function createReport({ logger, metrics, cells }: ResolverDependencies) {
  const blocks = metrics.counter('tonriver_state_blocks_total', 'Blocks by how their state was resolved', ['mode']);
  const unresolved = metrics.counter('tonriver_state_unresolved_total', 'Code or data of accounts not known', ['what']);
  const rounds = metrics.counter('tonriver_state_rounds_total', 'Rounds whose accounts were resolved');
  const last = metrics.gauge('tonriver_state_last_seqno', 'Last resolved round of the highest range');
  const stored = metrics.gauge('tonriver_state_cells', 'Live cells in the store');
  const changedCells = metrics.counter('tonriver_state_changed_cells_total', 'Cells and records that commits touched');
  return {
    onBlock: (mode: 'whole' | 'accounts' | 'alone' | 'refused') => blocks.inc({ mode }),
    onUnresolved: (what: 'code' | 'data') => unresolved.inc({ what }),
    /** Of a block without a round, which anybody may have sent: it decides nothing about what was given. */
    onUnnamed({ origin }: InitialState, reason: string): void {
      logger.error('An initial state is not used for a block without a round', { file: origin, reason });
    },
    onRefused({ workchain, shard, seqno }: ShardPlace, { code, refusal }: RefusedBlock): void {
      logger.error('A block cannot be read; its shard is resolved account by account from here on', {
        workchain,
        shard,
        seqno,
        code,
        refusal,
      });
    },
    onUnlinked({ workchain, shard, seqno }: ShardPlace, reason: string): void {
      const text =
        'A block does not continue the state that is held; its shard is resolved account by account from here on';
      logger.error(text, { workchain, shard, seqno, reason });
    },
    onRound(range: ResolvedRange): void {
      rounds.inc();
      logger.debug('Round resolved', { round: range.last, states: range.tops.length });
    },
    onFlush(ranges: readonly ResolvedRange[], counts: { readonly rowCount: number; readonly cellCount: number }): void {
      const top = ranges.at(-1);
      if (top !== undefined) last.set(top.last);
      stored.set(cells.cellCount);
      changedCells.inc(counts.cellCount);
      logger.debug('States written', { last: top?.last, ...counts });
    },
  };
}
