import { RowBinaryReader, RowBinaryWriter } from '@tonriver/row-schema';
import { BlockRowsError } from '../block-rows-error.ts';

/** What trace assembly knows of one transaction of a part in the round of its block. Hashes are 32 bytes. */
export interface LinkedTransaction {
  /** Its own hash. */
  readonly hash: Uint8Array;
  /** Hash of its incoming message; null without one. */
  readonly inMessageHash: Uint8Array | null;
  readonly traceId: Uint8Array;
  /** Hash of the message that began the trace; null if it began without one. */
  readonly externalHash: Uint8Array | null;
  /** Hash of the transaction that sent its message; null without one, or if it is unknown. */
  readonly senderHash: Uint8Array | null;
}

/** A transaction that received a message of a part. */
export interface Receiver {
  /** Place of the sender in the part. */
  readonly place: number;
  /** Number of the message among the sender's out messages that have a destination. */
  readonly position: number;
  readonly hash: Uint8Array;
}

/** What one round adds to a part. */
export interface PartLinks {
  /** The transactions of the part in the round of its block, otherwise 0. */
  readonly ownCount: number;
  /** @throws {BlockRowsError} when the links name a hash that there is not */
  readonly ownAt: (place: number) => Pick<LinkedTransaction, 'traceId' | 'externalHash' | 'senderHash'>;
  /**
   * Returns what received the messages of a transaction.
   *
   * @throws {BlockRowsError} when the links name a hash that there is not
   */
  readonly receiversAt: (place: number) => readonly Pick<Receiver, 'position' | 'hash'>[];
}

/** Hashes of the transactions of a part, and of their incoming messages, by place; undefined where there is none. */
export interface PartHashes {
  readonly transactionHashAt: (place: number) => Uint8Array | undefined;
  readonly inMessageHashAt: (place: number) => Uint8Array | undefined;
}

const format = 1;

/**
 * Writes what a round adds to a part: format, hashes, transactions, receivers. A hash is a number: 0 is none, then come
 * the transactions of the row, their incoming messages, and the hashes that the row contains itself.
 */
export function writePartLinks(own: readonly LinkedTransaction[], receivers: readonly Receiver[]): Uint8Array {
  const numbers = new Map<string, number>();
  const learn = (hash: Uint8Array | null, number: number): void => {
    if (hash !== null && !numbers.has(textOf(hash))) numbers.set(textOf(hash), number);
  };
  for (const [place, { hash }] of own.entries()) learn(hash, 1 + place);
  for (const [place, { inMessageHash }] of own.entries()) learn(inMessageHash, 1 + own.length + place);
  const hashes: Uint8Array[] = [];
  const numberOf = (hash: Uint8Array | null): number => {
    if (hash === null) return 0;
    const known = numbers.get(textOf(hash));
    if (known !== undefined) return known;
    hashes.push(hash);
    const number = 2 * own.length + hashes.length;
    numbers.set(textOf(hash), number);
    return number;
  };
  const body = new RowBinaryWriter(64 * (own.length + receivers.length) + 16);
  body.lengthPrefix(own.length);
  for (const { traceId, externalHash, senderHash } of own) {
    for (const hash of [traceId, externalHash, senderHash]) body.lengthPrefix(numberOf(hash));
  }
  body.lengthPrefix(receivers.length);
  for (const { place, position, hash } of receivers) {
    body.uint8(place);
    body.lengthPrefix(position);
    body.lengthPrefix(numberOf(hash));
  }
  const writer = new RowBinaryWriter(32 * hashes.length + body.bytes().length + 16);
  writer.uint8(format);
  writer.lengthPrefix(hashes.length);
  for (const hash of hashes) writer.bytes32(hash);
  return Buffer.concat([writer.bytes(), body.bytes()]);
}

/**
 * Reads what `writePartLinks` wrote. Hashes of the part are asked for only when they are needed.
 *
 * @throws {BlockRowsError | RowSchemaError} when the bytes are not those of links
 */
export function readPartLinks(bytes: Uint8Array, part: PartHashes): PartLinks {
  const reader = new RowBinaryReader(bytes);
  const found = reader.uint8();
  if (found !== format) throw new BlockRowsError('bad_part_links', 'Links of a part have another format', { found });
  const hashes = Array.from({ length: reader.lengthPrefix() }, () => reader.fixedString(32));
  const ownCount = reader.lengthPrefix();
  const hashOf = (number: number): Uint8Array | null => {
    if (number === 0) return null;
    if (number <= ownCount) return part.transactionHashAt(number - 1) ?? fail(number);
    if (number <= 2 * ownCount) return part.inMessageHashAt(number - 1 - ownCount) ?? fail(number);
    return hashes[number - 1 - 2 * ownCount] ?? fail(number);
  };
  const own: number[] = [];
  while (own.length < ownCount * NUMBERS_OF_OWN) own.push(reader.lengthPrefix());
  const receiverCount = reader.lengthPrefix();
  const receivers: number[] = [];
  while (receivers.length < receiverCount * NUMBERS_OF_RECEIVER) {
    receivers.push(reader.uint8(), reader.lengthPrefix(), reader.lengthPrefix());
  }
  return {
    ownCount,
    ownAt(place) {
      const first = NUMBERS_OF_OWN * place;
      const [traceId = 0, externalHash = 0, senderHash = 0] = own.slice(first, first + NUMBERS_OF_OWN);
      return {
        traceId: hashOf(traceId) ?? fail(0),
        externalHash: hashOf(externalHash),
        senderHash: hashOf(senderHash),
      };
    },
    receiversAt(place) {
      const found: Pick<Receiver, 'position' | 'hash'>[] = [];
      for (let at = 0; at < receivers.length; at += NUMBERS_OF_RECEIVER) {
        if (receivers[at] !== place) continue;
        found.push({ position: receivers[at + 1]!, hash: hashOf(receivers[at + 2]!) ?? fail(0) });
      }
      return found;
    },
  };
}

/** The hashes of a trace, of the message that began it, and of the sender, as numbers. */
const NUMBERS_OF_OWN = 3;
/** Place, position, and the hash as a number. */
const NUMBERS_OF_RECEIVER = 3;

function fail(number: number): never {
  throw new BlockRowsError('bad_part_links', 'Links of a part name a hash that they do not have', { number });
}

function textOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}
