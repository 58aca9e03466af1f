import { sha256 } from '@tonriver/boc';
import {
  type InitialStateRow,
  initialStatesTable,
  type ResolvedAccountsRow,
  type ResolvedBlockRow,
  resolvedAccountsTable,
  resolvedBlocksTable,
  RowBinaryWriter,
} from '@tonriver/row-schema';
import { BlockRowsError } from '../block-rows-error.ts';

/** A row of `libraries` without its round. */
export interface LibraryRecord {
  readonly hash: Uint8Array;
  readonly isPublic: boolean;
}

/** The place of an initial state. The shard is the signed prefix. */
export interface StatePlaceRecord {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
}

/** An account of an initial state, and which rows it has apart from its state. */
interface InitialAccountRecord {
  readonly account: Uint8Array;
  readonly lt: bigint;
  /** `fingerprintOf` the hash of its last transaction. */
  readonly transaction: Uint8Array;
  readonly hasData: boolean;
  readonly hasCode: boolean;
  /** Whether `cell_trees` has its dictionary of extra currencies. */
  readonly hasCurrencies: boolean;
}

const HASH_BYTES = 32;
const LIBRARY_BYTES = HASH_BYTES + 1;
const STATE_BYTES = 16;
/** Bytes of an account in `initial_states.accounts`. */
export const initialAccountBytes = 45;
const LT_OFFSET = HASH_BYTES;
const TRANSACTION_OFFSET = 40;
const FLAGS_OFFSET = 44;
const HAS_DATA = 1;
const HAS_CODE = 2;
const HAS_CURRENCIES = 4;

/** Packs bits as `resolved_accounts` stores them, the highest bit of a byte first. */
export function packBits(bits: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) if (bit) bytes[index >> 3]! |= 0x80 >> (index & 7);
  return bytes;
}

/** Returns one of the packed bits; false beyond the end. */
export function bitAt(bytes: Uint8Array, index: number): boolean {
  return ((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

/** Packs libraries in the order of their hashes, so that equal changes give equal bytes. */
export function packLibraries(libraries: readonly LibraryRecord[]): Uint8Array {
  const sorted = libraries.toSorted((left, right) => Buffer.compare(left.hash, right.hash));
  return Buffer.concat(sorted.flatMap(({ hash, isPublic }) => [hash, Uint8Array.of(isPublic ? 1 : 0)]));
}

/** @throws {BlockRowsError} `contradicting_row` when the last record is incomplete */
export function unpackLibraries(bytes: Uint8Array): LibraryRecord[] {
  return splitRecords(bytes, LIBRARY_BYTES, 'libraries').map((record) => ({
    hash: record.subarray(0, HASH_BYTES),
    isPublic: record[HASH_BYTES] === 1,
  }));
}

export function packStatePlaces(places: readonly StatePlaceRecord[]): Uint8Array {
  return Buffer.concat(
    places.map(({ workchain, shard, seqno }) => {
      const record = Buffer.alloc(STATE_BYTES);
      record.writeInt32BE(workchain, 0);
      record.writeBigInt64BE(shard, 4);
      record.writeUInt32BE(seqno, 12);
      return record;
    }),
  );
}

/** @throws {BlockRowsError} `contradicting_row` when the last record is incomplete */
export function unpackStatePlaces(bytes: Uint8Array): StatePlaceRecord[] {
  return splitRecords(bytes, STATE_BYTES, 'initial_states').map((record) => ({
    workchain: record.readInt32BE(0),
    shard: record.readBigInt64BE(4),
    seqno: record.readUInt32BE(12),
  }));
}

/** Returns the first 4 bytes of SHA-256 of a hash: a change of any byte of the hash changes them. */
export function fingerprintOf(hash: Uint8Array): Uint8Array {
  return sha256(hash).subarray(0, FLAGS_OFFSET - TRANSACTION_OFFSET);
}

export function packInitialAccount({ account, lt, transaction, ...has }: InitialAccountRecord): Buffer {
  const record = Buffer.alloc(initialAccountBytes);
  record.set(account, 0);
  record.writeBigUInt64LE(lt, LT_OFFSET);
  record.set(transaction, TRANSACTION_OFFSET);
  record[FLAGS_OFFSET] =
    (has.hasData ? HAS_DATA : 0) + (has.hasCode ? HAS_CODE : 0) + (has.hasCurrencies ? HAS_CURRENCIES : 0);
  return record;
}

/** @throws {BlockRowsError} `contradicting_row` when the last record is incomplete */
export function unpackInitialAccounts(bytes: Uint8Array): InitialAccountRecord[] {
  return splitRecords(bytes, initialAccountBytes, 'accounts').map((record) => ({
    account: record.subarray(0, HASH_BYTES),
    lt: record.readBigUInt64LE(LT_OFFSET),
    transaction: record.subarray(TRANSACTION_OFFSET, FLAGS_OFFSET),
    hasData: ((record[FLAGS_OFFSET] ?? 0) & HAS_DATA) !== 0,
    hasCode: ((record[FLAGS_OFFSET] ?? 0) & HAS_CODE) !== 0,
    hasCurrencies: ((record[FLAGS_OFFSET] ?? 0) & HAS_CURRENCIES) !== 0,
  }));
}

function splitRecords(bytes: Uint8Array, size: number, column: string): Buffer[] {
  if (bytes.length % size !== 0) {
    throw new BlockRowsError(
      'contradicting_row',
      `${column} has ${bytes.length} bytes, which is not a multiple of its record size ${size}`,
      {
        column,
      },
    );
  }
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / size }, (_, index) => all.subarray(index * size, (index + 1) * size));
}

/** Returns the checksum of a block's record, by which a changed bit is found. */
export function resolvedChecksum(block: Omit<ResolvedBlockRow, 'checksum'>, accounts: ResolvedAccountsRow): bigint {
  const writer = new RowBinaryWriter(256);
  resolvedBlocksTable.encode(writer, { ...block, checksum: 0n });
  resolvedAccountsTable.encode(writer, accounts);
  return firstBytes(writer);
}

export function initialStateChecksum(row: Omit<InitialStateRow, 'checksum'>): bigint {
  const writer = new RowBinaryWriter(row.accounts.length + 256);
  initialStatesTable.encode(writer, { ...row, checksum: 0n });
  return firstBytes(writer);
}

function firstBytes(writer: RowBinaryWriter): bigint {
  return Buffer.from(sha256(writer.bytes())).readBigUInt64BE(0);
}
