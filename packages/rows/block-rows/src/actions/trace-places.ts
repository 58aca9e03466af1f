import { RowBinaryReader, RowBinaryWriter } from '@tonriver/row-schema';

/** Transactions of a trace in one block. */
export interface BlockOfTrace {
  readonly round: number;
  readonly workchain: number;
  /** Signed. */
  readonly shard: bigint;
  readonly seqno: number;
  /** Numbers of the transactions in the block, from 0. */
  readonly indexes: readonly number[];
}

/** One for all traces: memory for each took more time than its bytes. */
const writer = new RowBinaryWriter();

/** Packs the blocks of a trace for `classified_traces.places`; nothing when they are not known. */
export function packTracePlaces(blocks: readonly BlockOfTrace[] | null): Uint8Array {
  if (blocks === null) return new Uint8Array(0);
  writer.reset();
  writer.lengthPrefix(blocks.length);
  for (const { round, workchain, shard, seqno, indexes } of blocks) {
    writer.uint32(round);
    writer.int32(workchain);
    writer.int64(shard);
    writer.uint32(seqno);
    writer.lengthPrefix(indexes.length);
    for (const index of indexes) writer.lengthPrefix(index);
  }
  return writer.copy();
}

/** Reads what `packTracePlaces` packed. @throws {RowSchemaError} when it is too short */
export function unpackTracePlaces(packed: Uint8Array): readonly BlockOfTrace[] | null {
  if (packed.length === 0) return null;
  const reader = new RowBinaryReader(packed);
  return Array.from({ length: reader.lengthPrefix() }, () => ({
    round: reader.uint32(),
    workchain: reader.int32(),
    shard: reader.int64(),
    seqno: reader.uint32(),
    indexes: Array.from({ length: reader.lengthPrefix() }, () => reader.lengthPrefix()),
  }));
}
