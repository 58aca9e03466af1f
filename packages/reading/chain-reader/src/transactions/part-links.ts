import { type PartLinks, type PartReader, type PartTransaction, readPartLinks } from '@tonriver/block-rows';
import type { MessageRow, TransactionPartRow } from '@tonriver/row-schema';
import { MASTERCHAIN } from '../blocks/blocks.ts';
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

/** What one round tells of a part. */
export interface LinksOfRound {
  readonly round: number;
  /** The memory that it takes. */
  readonly bytes: number;
  /** @throws {BlockRowsError | RowSchemaError} when the stored bytes are not those of links */
  readonly read: () => PartLinks;
}

/** What is kept of a row of links, beside its content: objects, and the numbers that were read. */
const LINKS_BYTES = 2_500;

/** Returns the links of a row. They are read once, when they are needed. */
export function linksOfRow({ round, content }: TransactionPartRow, transactions: PartReader): LinksOfRound {
  // A view would keep the bytes of the whole result in memory as long as the part is remembered.
  const bytes = Uint8Array.from(content);
  let links: PartLinks | undefined;
  return {
    round,
    bytes: bytes.length + LINKS_BYTES,
    read: () => (links ??= readPartLinks(bytes, transactions)),
  };
}

/**
 * Returns what gives the links of a transaction of a part by its place, as far as rounds up to `indexedSeqno` tell.
 * Undefined when the round of its block tells none: an older release assembled it, or it is not visible.
 */
export function linksOfPart(
  { transactions, links }: Pick<TransactionPart, 'transactions' | 'links'>,
  indexedSeqno: number,
): (place: number) => TransactionLinks | undefined {
  const shown = links.filter(({ round }) => round <= indexedSeqno).map(({ read }) => read());
  const own = shown.findLast(({ ownCount }) => ownCount === transactions.count);
  return (place) => {
    if (own === undefined) return undefined;
    const receivers = shown.flatMap(({ receiversAt }) => receiversAt(place));
    return {
      ...own.ownAt(place),
      receivers: receivers.length === 0 ? none : new Map(receivers.map(({ position, hash }) => [position, hash])),
    };
  };
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
