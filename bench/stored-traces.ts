import {
  batchesOfTraces,
  createWantedParts,
  headerOfRecord,
  inputOfTrace,
  rowOfTrace,
} from '@tonriver/action-classifier/testing';
import { classify, type TraceInput } from '@tonriver/actions';
import { addBlockRows, createBlockTables, rowVersionOf } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import { readRecordedTrace, rebuildChain, type TraceCase } from '@tonriver/classify/testing';
import { decodeRoundTraces, encodeRoundTraces, type FinishedTrace } from '@tonriver/events';
import { decodeRow, RowBinaryReader, type TransactionPartRow, transactionPartsTable } from '@tonriver/row-schema';

/** A recorded trace whose transactions are stored as the parser stores them. */
export interface StoredTrace {
  readonly parts: readonly TransactionPartRow[];
  /** The record in which the trace assembler tells of it alone. */
  readonly record: Uint8Array;
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
    return { parts, record: recordOf(trace, parts), interfaces };
  });
}

function recordOf(trace: TraceInput, parts: readonly TransactionPartRow[]): Uint8Array {
  const round = trace.seqnoEnd;
  const traces = [finishedTrace(trace, parts)];
  const { value } = encodeRoundTraces({ round, range: 1, part: 0, isLast: true, traceCount: 1, partitions: 1, traces });
  return value;
}

function finishedTrace(trace: TraceInput, parts: readonly TransactionPartRow[]): FinishedTrace {
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
 * Does what the action classifier does between its reading and its writing: the bytes of records, and stored parts,
 * become rows as bytes. It calls what the service calls. What contracts are is in memory, and rows of parts are decoded
 * before.
 *
 * @returns the number of bytes
 */
export function rowBytesOf(stored: readonly StoredTrace[]): number {
  const read = readTraces(stored);
  const { accounts, places, rows } = batchesOfTraces(
    read.map(({ header, input }, index) =>
      rowOfTrace({
        header,
        range: header.seqnoStart,
        knowsInterfaces: true,
        transactions: input.transactions,
        classification: classify(input, stored[index]!.interfaces),
        generation: 1,
      }),
    ),
  );
  return accounts.byteLength + places.byteLength + rows.byteLength;
}

/** From the bytes of records, and stored parts, to what `classify` takes. */
export function readTraces(stored: readonly StoredTrace[]) {
  const headers = stored.flatMap(({ record }) => decodeRoundTraces({ value: record }).traces.map(headerOfRecord));
  const wanted = createWantedParts(headers);
  wanted.read(stored.flatMap(({ parts }) => parts));
  return headers.map((header) => {
    const transactions = wanted.transactionsOf(header);
    if (transactions === undefined) throw new TypeError('a part of a trace is not stored');
    return { header, input: inputOfTrace(header, transactions) };
  });
}
