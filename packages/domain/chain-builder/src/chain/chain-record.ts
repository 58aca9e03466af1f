import { crc32c } from '@tonriver/boc';
import type { Hash } from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';

/**
 * What a stored chain is beside the cells of its states: names of blocks and states, and what the states do not say.
 * It grows with messages that were delivered and are not removed from their queues yet, which takes a round or two, and
 * not with the length of the chain.
 */
export interface ChainRecord {
  readonly masterchain: {
    readonly rootHash: Hash;
    readonly fileHash: Hash;
    readonly stateHash: Hash;
  };
  /** The newest state of each basechain shard. The masterchain's state names their blocks. */
  readonly shards: readonly { readonly shard: bigint; readonly stateHash: Hash }[];
  readonly deliveries: readonly RecordedDelivery[];
}

/** A message in a queue that another shard has received. */
export interface RecordedDelivery {
  /** 352 bits: the message's key in its queue. */
  readonly key: Uint8Array;
  readonly round: number;
  readonly endLt: bigint;
}

/** Begins every record; `TRCH` in ASCII. */
const MAGIC = 0x54524348;
const VERSION = 1;
const HASH_BYTES = 32;
const KEY_BYTES = 44;
const HEAD_BYTES = 4 + 1 + 3 * HASH_BYTES + 1;
const SHARD_BYTES = 8 + HASH_BYTES;
const DELIVERY_BYTES = KEY_BYTES + 4 + 8;
const COUNT_BYTES = 4;
const CRC_BYTES = 4;
const shardsMax = 255;

/**
 * Writes a record. All numbers are big-endian:
 *
 * ```text
 * magic:uint32 version:uint8 root_hash:bits256 file_hash:bits256 state_hash:bits256
 * shard_count:uint8 (shard:uint64 state_hash:bits256)*
 * delivery_count:uint32 (key:bits352 round:uint32 end_lt:uint64)*
 * crc32c:uint32
 * ```
 */
export function writeChainRecord({ masterchain, shards, deliveries }: ChainRecord): Uint8Array {
  if (shards.length > shardsMax) throw new ChainBuilderError('bad_record', 'Too many shards', { count: shards.length });
  const length =
    HEAD_BYTES + shards.length * SHARD_BYTES + COUNT_BYTES + deliveries.length * DELIVERY_BYTES + CRC_BYTES;
  const writer = new RecordWriter(length);
  writer.uint32(MAGIC);
  writer.uint8(VERSION);
  writer.bytes(masterchain.rootHash);
  writer.bytes(masterchain.fileHash);
  writer.bytes(masterchain.stateHash);
  writer.uint8(shards.length);
  for (const { shard, stateHash } of shards) {
    writer.uint64(shard);
    writer.bytes(stateHash);
  }
  writer.uint32(deliveries.length);
  for (const { key, round, endLt } of deliveries) {
    writer.bytes(key);
    writer.uint32(round);
    writer.uint64(endLt);
  }
  return writer.end();
}

/** Reads a record. @throws {ChainBuilderError} `bad_record` for damaged or foreign bytes */
export function readChainRecord(bytes: Uint8Array): ChainRecord {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOurs = bytes.length >= HEAD_BYTES + COUNT_BYTES + CRC_BYTES && view.getUint32(0) === MAGIC;
  if (!isOurs) throw new ChainBuilderError('bad_record', 'These bytes are not the record of a chain');
  const version = view.getUint8(4);
  if (version !== VERSION) {
    throw new ChainBuilderError('bad_record', 'The record was written by another version', { version, known: VERSION });
  }
  const contentEnd = bytes.length - CRC_BYTES;
  if (crc32c(bytes.subarray(0, contentEnd)) !== view.getUint32(contentEnd)) throw damaged();
  let at = 5;
  const take = (count: number): Uint8Array => {
    if (at + count > contentEnd) throw damaged();
    at += count;
    return bytes.slice(at - count, at);
  };
  const hash = (): Hash => take(HASH_BYTES);
  const number = (count: number): DataView => new DataView(take(count).buffer);
  const masterchain = { rootHash: hash(), fileHash: hash(), stateHash: hash() };
  const shards = Array.from({ length: number(1).getUint8(0) }, () => {
    return { shard: number(8).getBigUint64(0), stateHash: hash() };
  });
  const deliveryCount = number(4).getUint32(0);
  if (deliveryCount * DELIVERY_BYTES !== contentEnd - at) throw damaged();
  const deliveries = Array.from({ length: deliveryCount }, (): RecordedDelivery => {
    return { key: take(KEY_BYTES), round: number(4).getUint32(0), endLt: number(8).getBigUint64(0) };
  });
  return { masterchain, shards, deliveries };
}

function damaged(): ChainBuilderError {
  return new ChainBuilderError('bad_record', 'The record of the chain is damaged');
}

class RecordWriter {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
    this.#view = new DataView(this.#bytes.buffer);
  }

  uint8(value: number): void {
    this.#view.setUint8(this.#at, value);
    this.#at += 1;
  }

  uint32(value: number): void {
    this.#view.setUint32(this.#at, value);
    this.#at += 4;
  }

  uint64(value: bigint): void {
    this.#view.setBigUint64(this.#at, value);
    this.#at += 8;
  }

  bytes(value: Uint8Array): void {
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** Adds the checksum. */
  end(): Uint8Array {
    this.uint32(crc32c(this.#bytes.subarray(0, this.#at)));
    return this.#bytes;
  }
}
