import { type AssembledRange, partLinkRows, traceIdRows, traceRow } from '@tonriver/block-rows';
import {
  createRowBatch,
  type RowBatch,
  type RoundRow,
  roundsTable,
  type TraceIdRow,
  traceIdsTable,
  type TraceRow,
  tracesTable,
  type TransactionPartRow,
  transactionPartsTable,
  type WatermarkRow,
  watermarksTable,
} from '@tonriver/row-schema';
import type { AssembledRound } from '@tonriver/traces';
import type { AnnouncedBlock } from './announced-round.ts';

/** The rows of one pass, in the order in which they are written: readers see a round only after its traces. */
export interface PassRows {
  readonly traceIds: RowBatch<TraceIdRow>;
  readonly traces: RowBatch<TraceRow>;
  readonly partLinks: RowBatch<TransactionPartRow>;
  readonly rounds: RowBatch<RoundRow>;
  readonly watermarks: RowBatch<WatermarkRow>;
}

export function createPassRows(): PassRows {
  return {
    traceIds: createRowBatch(traceIdsTable),
    traces: createRowBatch(tracesTable),
    partLinks: createRowBatch(transactionPartsTable),
    rounds: createRowBatch(roundsTable),
    watermarks: createRowBatch(watermarksTable),
  };
}

/** Adds what an assembled round tells of traces. */
export function addTraceRows(rows: PassRows, range: AssembledRange, seqno: number, assembled: AssembledRound): void {
  for (const row of traceIdRows(range, assembled)) rows.traceIds.add(row);
  for (const trace of assembled.traces) rows.traces.add(traceRow(range, seqno, trace));
  for (const row of partLinkRows(range, seqno, assembled)) rows.partLinks.add(row);
}

/**
 * A row that says that a range begins here outranks one of the same parser that does not say so. The order of inserts
 * tells nothing: a process that lost the partition, or died, may have had one on its way.
 */
function versionOfRound(rowVersion: number, isRangeStart: boolean): number {
  return isRangeStart && rowVersion % 2 === 0 ? rowVersion + 1 : rowVersion;
}

/** Returns the row with or without the mark that a range begins here. */
export function markedRow(row: RoundRow, isRangeStart: boolean): RoundRow {
  return { ...row, isRangeStart, rowVersion: versionOfRound(row.rowVersion, isRangeStart) };
}

/** A block as far as the row of its round says something of it. */
interface CountedBlock {
  readonly workchain: number;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly genUtime: number;
  readonly rowVersion: number;
  readonly transactionCount: number;
  readonly messageCount: number;
}

/** Returns the row that says that an announced round is complete and its rows were read back. */
export function roundRow(seqno: number, isRangeStart: boolean, blocks: readonly AnnouncedBlock[]): RoundRow {
  const counted = blocks.map((block) => ({
    ...block,
    startLt: BigInt(block.startLt),
    endLt: BigInt(block.endLt),
    transactionCount: block.digests.transactions.rows,
    messageCount: block.digests.messages.rows,
  }));
  return roundRowOf(seqno, isRangeStart, counted);
}

/** Returns the row of a round with these blocks. */
export function roundRowOf(seqno: number, isRangeStart: boolean, blocks: readonly CountedBlock[]): RoundRow {
  const masterchain = blocks.find(({ workchain }) => workchain === -1);
  const sum = (count: (block: CountedBlock) => number): number =>
    blocks.reduce((total, block) => total + count(block), 0);
  return {
    mcBlockSeqno: seqno,
    blockCount: blocks.length,
    transactionCount: sum(({ transactionCount }) => transactionCount),
    messageCount: sum(({ messageCount }) => messageCount),
    startLt: blocks.reduce((least, { startLt }) => (startLt < least ? startLt : least), blocks[0]?.startLt ?? 0n),
    endLt: blocks.reduce((most, { endLt }) => (endLt > most ? endLt : most), 0n),
    genUtime: masterchain?.genUtime ?? 0,
    isRangeStart,
    rowVersion: versionOfRound(Math.max(...blocks.map(({ rowVersion }) => rowVersion)), isRangeStart),
  };
}

/** Adds one row per announced start, so that the rows do not depend on the order in which ranges were joined. */
export function addWatermarkRows(rows: PassRows, { starts, last, linkedFrom }: AssembledRange): void {
  for (const start of starts) rows.watermarks.add({ firstSeqno: start, lastSeqno: last, linkedSeqno: linkedFrom });
}
