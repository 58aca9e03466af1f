import { type AssembledRange, traceIdRows, traceRow } from '@tonriver/block-rows';
import {
  createRowBatch,
  type RowBatch,
  type RoundRow,
  roundsTable,
  type TraceIdRow,
  traceIdsTable,
  type TraceRow,
  tracesTable,
  type WatermarkRow,
  watermarksTable,
} from '@tonriver/row-schema';
import type { AssembledRound } from '@tonriver/traces';
import type { AnnouncedBlock } from './announced-round.ts';

/** The rows of one pass, in the order in which they are written: readers see a round only after its traces. */
export interface PassRows {
  readonly traceIds: RowBatch<TraceIdRow>;
  readonly traces: RowBatch<TraceRow>;
  readonly rounds: RowBatch<RoundRow>;
  readonly watermarks: RowBatch<WatermarkRow>;
}

export function createPassRows(): PassRows {
  return {
    traceIds: createRowBatch(traceIdsTable),
    traces: createRowBatch(tracesTable),
    rounds: createRowBatch(roundsTable),
    watermarks: createRowBatch(watermarksTable),
  };
}

/** Adds the trace ids and traces of an assembled round. */
export function addTraceRows(rows: PassRows, range: AssembledRange, seqno: number, assembled: AssembledRound): void {
  for (const row of traceIdRows(range, assembled)) rows.traceIds.add(row);
  for (const trace of assembled.traces) rows.traces.add(traceRow(range, seqno, trace));
}

/**
 * A row that says that a range begins here outranks one of the same parser that does not say so. The order of inserts
 * tells nothing: a process that lost the partition, or died, may have had one on its way.
 */
export function versionOfRound(rowVersion: number, isRangeStart: boolean): number {
  return isRangeStart && rowVersion % 2 === 0 ? rowVersion + 1 : rowVersion;
}

/** Returns the row that says that a round is complete and its rows were read back. */
export function roundRow(seqno: number, isRangeStart: boolean, blocks: readonly AnnouncedBlock[]): RoundRow {
  const masterchain = blocks.find(({ workchain }) => workchain === -1);
  const sum = (count: (block: AnnouncedBlock) => number): number =>
    blocks.reduce((total, block) => total + count(block), 0);
  const lts = blocks.map((block) => [BigInt(block.startLt), BigInt(block.endLt)] as const);
  return {
    mcBlockSeqno: seqno,
    blockCount: blocks.length,
    transactionCount: sum(({ digests }) => digests.transactions.rows),
    messageCount: sum(({ digests }) => digests.messages.rows),
    startLt: lts.reduce((least, [lt]) => (lt < least ? lt : least), lts[0]?.[0] ?? 0n),
    endLt: lts.reduce((most, [, lt]) => (lt > most ? lt : most), 0n),
    genUtime: masterchain?.genUtime ?? 0,
    isRangeStart,
    rowVersion: versionOfRound(Math.max(...blocks.map(({ rowVersion }) => rowVersion)), isRangeStart),
  };
}

/** Adds one row per announced start, so that the rows do not depend on the order in which ranges were joined. */
export function addWatermarkRows(rows: PassRows, { starts, last }: AssembledRange): void {
  for (const start of starts) rows.watermarks.add({ firstSeqno: start, lastSeqno: last });
}
