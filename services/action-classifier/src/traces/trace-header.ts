import type { TraceInput, TransactionInput } from '@tonriver/actions';
import { type BlockOfTrace, unpackTracePlaces } from '@tonriver/block-rows';
import type { FinishedTrace } from '@tonriver/events';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';

/** What the trace assembler knows of a finished trace. Hashes are base64. */
export interface TraceHeader {
  readonly traceId: string;
  readonly externalHash: string | null;
  readonly externalHashNorm: string | null;
  readonly seqnoStart: number;
  readonly startLt: bigint;
  readonly startUtime: number;
  readonly seqnoEnd: number;
  readonly endLt: bigint;
  readonly endUtime: number;
  readonly state: 'complete' | 'broken';
  readonly nodes: number;
  readonly edges: number;
  /** Where its transactions are; null when they are too many, or not known. */
  readonly blocks: readonly BlockOfTrace[] | null;
}

/** No spread: what is added to one has a layout of its own in each object, and reading it takes long ever after. */
export function headerOfRecord(trace: FinishedTrace): TraceHeader {
  return {
    traceId: trace.traceId,
    externalHash: trace.externalHash,
    externalHashNorm: trace.externalHashNorm,
    seqnoStart: trace.seqnoStart,
    startLt: BigInt(trace.startLt),
    startUtime: trace.startUtime,
    seqnoEnd: trace.seqnoEnd,
    endLt: BigInt(trace.endLt),
    endUtime: trace.endUtime,
    state: trace.state,
    nodes: trace.nodes,
    edges: trace.edges,
    blocks: trace.blocks?.map((block) => ({ ...block, shard: BigInt(block.shard) })) ?? null,
  };
}

/** What `classify` takes of a trace, with its transactions in order of lt and account. */
export function inputOfTrace(header: TraceHeader, transactions: readonly TransactionInput[]): TraceInput {
  return {
    traceId: header.traceId,
    externalHash: header.externalHash,
    externalHashNorm: header.externalHashNorm,
    startLt: header.startLt,
    endLt: header.endLt,
    startUtime: header.startUtime,
    endUtime: header.endUtime,
    seqnoEnd: header.seqnoEnd,
    transactions: transactions.toSorted(compareTransactions),
  };
}

function compareTransactions(left: TransactionInput, right: TransactionInput): number {
  if (left.lt !== right.lt) return left.lt < right.lt ? -1 : 1;
  if (left.account === right.account) return 0;
  return left.account < right.account ? -1 : 1;
}

/**
 * The same from a stored trace, which is to be classified again.
 *
 * @throws {RowSchemaError} for places that are no places
 */
export function headerOfRow(row: ClassifiedTraceRow): TraceHeader {
  return {
    traceId: base64(row.traceId),
    externalHash: row.externalHash === null ? null : base64(row.externalHash),
    externalHashNorm: row.externalHashNorm === null ? null : base64(row.externalHashNorm),
    seqnoStart: row.mcSeqnoStart,
    startLt: row.startLt,
    startUtime: row.startUtime,
    seqnoEnd: row.mcSeqnoEnd,
    endLt: row.endLt,
    endUtime: row.endUtime,
    state: row.traceState,
    nodes: row.nodes,
    edges: row.edges,
    blocks: unpackTracePlaces(row.places),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
