import { EventLogError } from '@tonriver/stream';

/** Where a record lies. Offsets are plain numbers in here: 2^53 records outlast any disk. */
export interface RecordPlace {
  readonly topicId: number;
  readonly partition: number;
  readonly offset: number;
}

export const PLACE_KEY_BYTES = 16;

/** Topic u32 | partition u32 | offset u64, big-endian, so that the store's order is the log's order. */
export function keyOfPlace({ topicId, partition, offset }: RecordPlace): Buffer {
  const key = Buffer.allocUnsafe(PLACE_KEY_BYTES);
  key.writeUInt32BE(topicId, 0);
  key.writeUInt32BE(partition, 4);
  key.writeBigUInt64BE(BigInt(offset), 8);
  return key;
}

/** @throws {EventLogError} `store_corrupt` when it is the key of no record */
export function placeOfKey(key: Uint8Array): RecordPlace {
  // Keys come as views of a buffer that is used again.
  const own = Buffer.alloc(PLACE_KEY_BYTES);
  own.set(key.subarray(0, PLACE_KEY_BYTES));
  const offset = Number(own.readBigUInt64BE(8));
  if (!Number.isSafeInteger(offset)) {
    throw new EventLogError('store_corrupt', `A record lies at offset ${offset}, which no log comes to`, { offset });
  }
  return { topicId: own.readUInt32BE(0), partition: own.readUInt32BE(4), offset };
}
