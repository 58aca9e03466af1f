import { EventLogError } from '@tonriver/stream';

/** The place of a record. The embedded log has offsets as numbers: no disk has room for 2^53 records. */
export interface RecordPlace {
  readonly topicId: number;
  readonly partition: number;
  readonly offset: number;
}

const PLACE_KEY_BYTES = 16;

/** Returns topic u32 | partition u32 | offset u64. Big-endian numbers make the store's order the log's order. */
export function keyOfPlace({ topicId, partition, offset }: RecordPlace): Buffer {
  const key = Buffer.allocUnsafe(PLACE_KEY_BYTES);
  key.writeUInt32BE(topicId, 0);
  key.writeUInt32BE(partition, 4);
  key.writeBigUInt64BE(BigInt(offset), 8);
  return key;
}

/** Returns the place in a key. @throws {EventLogError} `store_corrupt` when the offset is impossible */
export function placeOfKey(key: Uint8Array): RecordPlace {
  // The key is a view of a buffer that LMDB uses again.
  const own = Buffer.alloc(PLACE_KEY_BYTES);
  own.set(key.subarray(0, PLACE_KEY_BYTES));
  const offset = Number(own.readBigUInt64BE(8));
  if (!Number.isSafeInteger(offset)) {
    throw new EventLogError('store_corrupt', `A record has the impossible offset ${offset}`, { offset });
  }
  return { topicId: own.readUInt32BE(0), partition: own.readUInt32BE(4), offset };
}
