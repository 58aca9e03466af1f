import { checkedRoundRow, packInterfaceKeys } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { readingFaultOf } from '@tonriver/errors';
import { decodeResolvedRound, type ResolvedRound } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import {
  type ContractInterfaceRow,
  contractInterfacesTable,
  createRowBatch,
  detectedRoundsTable,
  type DomainNameRow,
  domainNamesTable,
} from '@tonriver/row-schema';
import { type Clock, type LogRecord, ok, reject, type StreamStep } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import type { TvmPool } from '@tonriver/tvm';
import { createDetectorInbox, type WaitingRecord } from './detector-inbox.ts';
import { createDetectorReport } from './detector-report.ts';
import { readCompleteRounds } from './rounds/complete-rounds.ts';
import { domainRowsOf } from './rounds/domain-rows.ts';
import { createExamineRounds } from './rounds/examine-rounds.ts';

/** Moments at which tests kill the process. */
export type DetectorPhase = 'interfaces-insert' | 'interfaces-inserted';

export interface DetectorStepDependencies {
  readonly store: ClickHouseStore;
  readonly pool: TvmPool;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Cuts a pass short. */
  readonly signal: AbortSignal;
  readonly beat?: (() => void) | undefined;
  readonly onProgress?: ((round: number) => void) | undefined;
  readonly onPhase?: ((phase: DetectorPhase) => void) | undefined;
}

/** Pause while there is nothing to examine. */
const IDLE_PAUSE_MS = 200;
/** Shortest pause while records wait for their rounds to be complete. */
const WAITING_PAUSE_MS = 50;
/** Records come with the rows of a round, and are examined when they are all there. */
const EARLY = { afterMs: WAITING_PAUSE_MS, quietMs: 10 };
/** Rows are inserted at least so often. */
const INSERT_INTERVAL_MS = 500;
/** Accounts of records that are examined together: a record alone often has less than a query costs. */
const ACCOUNTS_PER_GROUP = 512;
const RECORDS_PER_GROUP = 64;

/**
 * Examines the contracts of some records after the others once their rounds are complete. Rows are written at the end
 * of a pass, those that tell of progress last.
 */
export function createDetectorStep(dependencies: DetectorStepDependencies): StreamStep {
  const { store, clock, signal, beat, onPhase } = dependencies;
  const inbox = createDetectorInbox();
  const report = createDetectorReport(dependencies);
  const examine = createExamineRounds({ ...dependencies, report });
  /** How long the last pass took that had work: where that is long, looking more often would make it longer. */
  let workedMs = 0;
  const waitingPauseMs = (startMs: number): number =>
    Math.min(IDLE_PAUSE_MS, Math.max(WAITING_PAUSE_MS, workedMs, clock.nowMs() - startMs));

  /** Examines records until the time of a pass is over, at least one; after a stop perhaps none. */
  const examineSome = async (records: readonly WaitingRecord[]) => {
    const examined: { readonly record: WaitingRecord; readonly rows: readonly ContractInterfaceRow[] }[] = [];
    const endMs = clock.nowMs() + INSERT_INTERVAL_MS;
    for (const some of inGroups(records)) {
      const rows = await examine(some.map(({ round }) => round));
      if (rows === undefined) break;
      examined.push(...some.map((record, index) => ({ record, rows: rows[index]! })));
      beat?.();
      if (signal.aborted || clock.nowMs() >= endMs) break;
    }
    return examined;
  };

  /** Before the rows that they come from: whoever reads those finds them. */
  const insertDomains = async (rows: readonly DomainNameRow[]): Promise<void> => {
    if (rows.length === 0) return;
    const batch = createRowBatch(domainNamesTable);
    for (const row of rows) batch.add(row);
    await store.insertRows(domainNamesTable, batch.rows());
  };

  return {
    take(record) {
      const read = readRound(record);
      if ('code' in read) return reject(read.code, read.cause);
      const { partition, offset } = record;
      return ok(inbox.put({ round: read.round, partition, offset }));
    },
    forget: (partition, fromOffset) => inbox.forget(partition, fromOffset),
    get isFull() {
      return inbox.isFull;
    },
    async pass() {
      const startMs = clock.nowMs();
      const ready = inbox.size === 0 ? [] : inbox.ready(await readCompleteRounds(store));
      report.onWaiting(inbox.size);
      if (ready.length === 0) {
        return { pauseMs: inbox.size === 0 ? IDLE_PAUSE_MS : waitingPauseMs(startMs), early: EARLY, isSaveDue: false };
      }
      const examined = await examineSome(ready);
      if (examined.length === 0) return { pauseMs: IDLE_PAUSE_MS, isSaveDue: false };
      onPhase?.('interfaces-insert');
      await insertDomains(examined.flatMap(({ rows: ofRecord }) => domainRowsOf(ofRecord)));
      const rows = createRowBatch(contractInterfacesTable);
      for (const { rows: ofRecord } of examined) for (const row of ofRecord) rows.add(row);
      if (rows.rowCount > 0) await store.insertRows(contractInterfacesTable, rows.rows());
      onPhase?.('interfaces-inserted');
      const rounds = createRowBatch(detectedRoundsTable);
      for (const { record, rows: ofRecord } of examined) rounds.add(progressRow(record.round, ofRecord));
      await store.insertRows(detectedRoundsTable, rounds.rows());
      for (const { record, rows: ofRecord } of examined) {
        inbox.finish(record);
        report.onExamined(record.round, ofRecord.length);
      }
      workedMs = clock.nowMs() - startMs;
      return { pauseMs: 0, isSaveDue: true };
    },
    // A pass writes what it has done.
    save: () => Promise.resolve(),
  };
}

function* inGroups(records: readonly WaitingRecord[]): Generator<readonly WaitingRecord[]> {
  let some: WaitingRecord[] = [];
  let accounts = 0;
  for (const record of records) {
    const more = record.round.accounts.length;
    if (some.length > 0 && (accounts + more > ACCOUNTS_PER_GROUP || some.length === RECORDS_PER_GROUP)) {
      yield some;
      [some, accounts] = [[], 0];
    }
    some.push(record);
    accounts += more;
  }
  if (some.length > 0) yield some;
}

function progressRow(
  { round, range, part, isLast, accounts }: ResolvedRound,
  rows: readonly Pick<ContractInterfaceRow, 'account' | 'lt' | 'kind'>[],
) {
  return checkedRoundRow({
    mcBlockSeqno: round,
    part,
    rangeSeqno: range,
    isLast,
    accountCount: accounts.length,
    rowKeys: packInterfaceKeys(rows),
  });
}

function readRound(
  record: LogRecord,
): { readonly round: ResolvedRound } | { readonly code: string; readonly cause: string } {
  try {
    return { round: decodeResolvedRound(record) };
  } catch (error) {
    return readingFaultOf(error);
  }
}
