import { batchesOfTraces, headerOfRecord, inputOfTrace, rowOfTrace } from '@tonriver/action-classifier/testing';
import { classify, type TraceInput } from '@tonriver/actions';
import { addBlockRows, createBlockTables, openTransactionPart, rowVersionOf } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { readRecordedTrace, rebuildChain, type TraceCase } from '@tonriver/classify/testing';
import type { FinishedTrace } from '@tonriver/events';
import { decodeRow, RowBinaryReader, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';

/** A part of a block, and the places in it of all of its transactions. */
interface StoredPart {
  readonly row: TransactionPartRow;
  readonly places: readonly number[];
}

/** A recorded trace whose transactions are stored as the parser stores them. */
export interface StoredTrace {
  readonly parts: readonly StoredPart[];
  /** What the trace assembler tells of it. */
  readonly record: FinishedTrace;
  readonly interfaces: TraceCase['interfaces'];
}

/** Builds blocks of recorded traces, and returns the traces by logical time, with the parts of their blocks. */
export function storedTraces(
  cases: readonly { readonly file: string; readonly read: TraceCase }[],
): readonly StoredTrace[] {
  const ordered = cases.toSorted(({ read: one }, { read: other }) =>
    one.trace.startLt < other.trace.startLt ? -1 : 1,
  );
  const { rounds, traces } = rebuildChain(ordered.map(({ file }) => readRecordedTrace(file)));
  const bySeqno = new Map(rounds.map((round) => [round.seqno, round]));
  return ordered.map(({ read: { trace, interfaces } }, index) => {
    const { seqno, blocks } = bySeqno.get(traces[index]!.round)!;
    const parts = blocks.filter(({ workchain }) => workchain === 0).flatMap(({ boc }) => partsOfBlock(boc, seqno));
    return { parts: parts.map(storedPart), record: recordOf(trace, parts), interfaces };
  });
}

function storedPart(row: TransactionPartRow): StoredPart {
  const { count } = openTransactionPart(row);
  return { row, places: Array.from({ length: count }, (_, place) => place) };
}

function recordOf(trace: TraceInput, parts: readonly TransactionPartRow[]): FinishedTrace {
  const { traceId, externalHash, externalHashNorm, startUtime, endUtime, seqnoEnd, transactions } = trace;
  return {
    traceId,
    externalHash,
    externalHashNorm,
    seqnoStart: seqnoEnd,
    startLt: trace.startLt.toString(),
    startUtime,
    seqnoEnd,
    endLt: trace.endLt.toString(),
    endUtime,
    state: 'complete',
    nodes: transactions.length,
    edges: transactions.length - 1,
    // Each trace has a block of its own.
    blocks: parts.slice(0, 1).map(({ blockRound: round, workchain, shard, seqno }) => {
      return { round, workchain, shard: shard.toString(), seqno, indexes: [...transactions.keys()] };
    }),
  };
}

function partsOfBlock(boc: Uint8Array, round: number): readonly TransactionPartRow[] {
  const tables = createBlockTables();
  const bag = Bag.parse(boc);
  const source = { bag, block: loadBlock(bag), rootHash: bag.hash(bag.root), fileHash: null, round };
  addBlockRows(tables, { ...source, rowVersion: rowVersionOf(1, true) });
  const { bytes, rowCount } = tables.transactionParts.rows();
  const reader = new RowBinaryReader(bytes);
  return Array.from({ length: rowCount }, () => decodeRow(transactionPartsTable.columns, reader));
}

/**
 * Does what the action classifier does between its reading and its writing: records and the bytes of parts become rows
 * as bytes. It calls what the service calls, so that nothing is measured that no service does.
 *
 * @returns the number of bytes
 */
export function rowBytesOf(stored: readonly StoredTrace[]): number {
  const { accounts, places, rows } = batchesOfTraces(stored.map(rowOf));
  return accounts.byteLength + places.byteLength + rows.byteLength;
}

function rowOf({ parts, record, interfaces }: StoredTrace) {
  const header = headerOfRecord(record);
  const input = inputOfTrace(header, transactionsOf(parts));
  return rowOfTrace({
    header,
    range: header.seqnoStart,
    knowsInterfaces: true,
    transactions: input.transactions,
    classification: classify(input, interfaces),
    generation: 1,
  });
}

/** Reads the transactions of parts, as `classify` takes them. */
export function transactionsOf(parts: readonly StoredPart[]) {
  return parts.flatMap(({ row, places }) => openTransactionPart(row).inputs(places));
}
