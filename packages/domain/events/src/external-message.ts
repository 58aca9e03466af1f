import { EventError } from './event-error.ts';
import type { EventRecord } from './event-record.ts';

/**
 * A message from outside that the source of the network has taken, or that somebody sent elsewhere and wants to follow.
 */
export interface ExternalMessageRecord {
  /** Account of the destination, 32 bytes. */
  readonly account: Uint8Array;
  /** The message as a bag of cells. */
  readonly boc: Uint8Array;
  /** When it was accepted, Unix time in milliseconds. */
  readonly acceptedAtMs: number;
  /** Masterchain seqno of a round: only a later one can have the message. Absent: each may. */
  readonly afterSeqno?: number | undefined;
}

/** The network takes no longer message. */
const BOC_BYTES_MAX = 65_535;

export function encodeExternalMessage({ account, boc, acceptedAtMs, afterSeqno }: ExternalMessageRecord): EventRecord {
  const headers = { 'accepted-at-ms': String(acceptedAtMs) };
  return {
    key: account,
    value: boc,
    headers: afterSeqno === undefined ? headers : { ...headers, 'after-seqno': String(afterSeqno) },
  };
}

/** Decodes a record; nobody has looked into the bag. @throws {EventError} */
export function decodeExternalMessage({ key, value, headers }: EventRecord): ExternalMessageRecord {
  const acceptedAt = headers['accepted-at-ms'] ?? '';
  if (key?.length !== 32) throw new EventError('bad_value', 'Not an external message: the key is not an account');
  if (!/^\d{1,15}$/.test(acceptedAt)) {
    throw new EventError('bad_header', 'Not an external message: accepted-at-ms is not a time');
  }
  const after = headers['after-seqno'];
  if (after !== undefined && !/^\d{1,10}$/.test(after)) {
    throw new EventError('bad_header', 'Not an external message: after-seqno is not a masterchain seqno');
  }
  if (value.length === 0 || value.length > BOC_BYTES_MAX) {
    throw new EventError('bad_value', `Not an external message: the value has not 1 to ${BOC_BYTES_MAX} bytes`);
  }
  return {
    account: Uint8Array.from(key),
    boc: Uint8Array.from(value),
    acceptedAtMs: Number(acceptedAt),
    afterSeqno: after === undefined ? undefined : Number(after),
  };
}
