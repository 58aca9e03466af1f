import { type PartLinks, type PartTransaction, readPartLinks } from '@tonriver/block-rows';
import type { MessageRow } from '@tonriver/row-schema';
import { MASTERCHAIN } from './blocks.ts';
import type { TransactionPart } from './transaction-parts.ts';

/** What trace assembly knows of one transaction. Hashes are 32 bytes. */
export interface TransactionLinks {
  readonly traceId: Uint8Array;
  /** Hash of the message that began the trace; null if it began without one. */
  readonly externalHash: Uint8Array | null;
  /** Hash of the transaction that sent its message; null without one, or if it is unknown. */
  readonly senderHash: Uint8Array | null;
  /** The transactions that received its messages: hashes by the number of the message among those that go somewhere. */
  readonly receivers: ReadonlyMap<number, Uint8Array>;
}

/**
 * Returns what gives the links of a transaction of a part by its place, as far as rounds up to `indexedSeqno` tell.
 * Undefined when the round of its block tells none: an older release assembled it, or it is not visible.
 */
export function linksOfPart(
  { transactions, links: rows }: TransactionPart,
  indexedSeqno: number,
): (place: number) => TransactionLinks | undefined {
  let own: PartLinks | undefined;
  const receivers = new Map<number, Map<number, Uint8Array>>();
  for (const { round, content } of rows) {
    if (round > indexedSeqno) continue;
    const read = readPartLinks(content, transactions);
    if (read.ownCount === transactions.count) own = read;
    for (const { place, position, hash } of read.receivers) {
      const ofPlace = receivers.get(place) ?? new Map<number, Uint8Array>();
      receivers.set(place, ofPlace.set(position, hash));
    }
  }
  return (place) => (own === undefined ? undefined : { ...own.ownAt(place), receivers: receivers.get(place) ?? none });
}

/** Tells whether rounds up to `indexedSeqno` name the other end of every message of a part. */
export function hasWholeLinks(part: TransactionPart, indexedSeqno: number): boolean {
  const linksAt = linksOfPart(part, indexedSeqno);
  if (linksAt(0) === undefined) return false;
  const places = Array.from({ length: part.transactions.count }, (_, place) => place);
  return part.transactions.read(places).every((transaction, place) => {
    const links = linksAt(place);
    return links !== undefined && areWhole(links, transaction);
  });
}

const none: ReadonlyMap<number, Uint8Array> = new Map();

/**
 * Tells whether links name the other end of every message of a transaction. Otherwise it is looked up: the message may
 * be in flight, or an older release may have assembled the round of its receiver.
 */
export function areWhole({ senderHash, receivers }: TransactionLinks, transaction: PartTransaction): boolean {
  const incoming = transaction.inMessage?.row;
  const hasSender = incoming?.kind === 'internal' && !isOfMasterchain(incoming);
  const sentCount = sentMessages(transaction.outMessages.map(({ row }) => row)).length;
  return receivers.size === sentCount && (!hasSender || senderHash !== null);
}

/** Returns the messages to other accounts, in their order. The others go out of the chain. */
export function sentMessages(outMessages: readonly MessageRow[]): readonly MessageRow[] {
  return outMessages.filter(({ kind }) => kind === 'internal');
}

/** Tells whether a message is of the masterchain itself, which has no transaction that sent it. */
export function isOfMasterchain({ sourceWorkchain, sourceAccount }: MessageRow): boolean {
  return sourceWorkchain === MASTERCHAIN && sourceAccount.every((byte) => byte === 0);
}
