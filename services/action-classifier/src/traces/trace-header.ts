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

export function headerOfRecord({ startLt, endLt, blocks, ...trace }: FinishedTrace): TraceHeader {
  return {
    ...trace,
    startLt: BigInt(startLt),
    endLt: BigInt(endLt),
    blocks: blocks?.map((block) => ({ ...block, shard: BigInt(block.shard) })) ?? null,
  };
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
