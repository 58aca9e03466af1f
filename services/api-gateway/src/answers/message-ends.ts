import type { MessageDirection, MessageRow } from '@tonriver/row-schema';
import {
  hexOf,
  HoleError,
  isOfMasterchain,
  isStored,
  isVisible,
  type MessagePlace,
  type PlacedTransaction,
  placeOf,
  PLACES_PER_HASH_MAX,
  placeText,
  sentMessages,
  type TransactionKey,
  type TransactionLinks,
  type TransactionPlace,
  type TransactionRecord,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import { base64Of } from './base64.ts';
import type { AnswerReader } from './answer-reader.ts';

/** The other ends of the messages of an answer. */
export interface MessageEnds {
  /** The transactions at both ends of a message, as base64 hashes. */
  readonly endsOf: (
    record: TransactionRecord,
    message: MessageRow,
  ) => { readonly receiverHash: string | undefined; readonly senderHash: string | undefined };
  /** Messages without a known receiver, with their sender. */
  readonly unreceived: readonly { readonly keyText: string; readonly hashHex: string }[];
}

/** A transaction with a message. */
interface MessageEnd {
  readonly direction: MessageDirection;
  /** Where the transaction is (`placeText`). */
  readonly place: string;
  /** Undefined above the watermark. */
  readonly transaction: { readonly keyText: string; readonly hash: string } | undefined;
}

/**
 * Finds the other end of every internal message of an answer. One end is the transaction with the message. The other is
 * looked up by the message's hash and must be visible. External messages, and messages in flight, have no other end.
 */
export async function messageEndsOf(
  reader: AnswerReader,
  records: readonly TransactionRecord[],
  visible: VisibleRounds,
): Promise<MessageEnds> {
  const unlinked = records.filter(({ links }) => links === undefined);
  const messages = unlinked.flatMap(messagesOf).filter(({ kind }) => kind === 'internal');
  const found = await endsByHash(reader, messages, unlinked, visible);
  const locate = ({ hash }: MessageRow): readonly MessageEnd[] => found.get(hexOf(hash)) ?? [];
  const stored = unlinked.filter(isStored);
  await checkEnds(reader, stored, locate, visible);

  const endOf = (message: MessageRow, direction: MessageDirection): string | undefined =>
    locate(message).find((end) => end.direction === direction && end.transaction !== undefined)?.transaction?.hash;
  const endsOf: MessageEnds['endsOf'] = ({ transaction, outMessages, links }, message) => {
    const own = base64Of(transaction.hash);
    if (links !== undefined) return linkedEnds(links, own, message, outMessages);
    return message.direction === 'in'
      ? { receiverHash: own, senderHash: endOf(message, 'out') }
      : { receiverHash: endOf(message, 'in'), senderHash: own };
  };
  const unreceived = stored.flatMap(({ keyText, outMessages }) =>
    outMessages
      .filter((message) => message.kind === 'internal' && !locate(message).some(({ direction }) => direction === 'in'))
      .map((message) => ({ keyText, hashHex: hexOf(message.hash) })),
  );
  return { endsOf, unreceived };
}

/** Looks up the transactions that sent or received messages, by the hash of the message in upper-case hexadecimal. */
async function endsByHash(
  reader: AnswerReader,
  messages: readonly MessageRow[],
  own: readonly TransactionRecord[],
  visible: VisibleRounds,
): Promise<ReadonlyMap<string, readonly MessageEnd[]>> {
  const hashes = [...new Set(messages.map(({ hash }) => hexOf(hash)))];
  if (hashes.length === 0) return new Map();
  const places = await reader.messagePlaces.getMany(hashes);
  const found = new Map<string, MessageEnd[]>(hashes.map((hash) => [hash, []]));
  const atHand = endsAtHand(own);
  const elsewhere: (MessagePlace & { readonly hash: string })[] = [];
  for (const [index, hash] of hashes.entries()) {
    for (const place of places[index] ?? []) {
      const end = { direction: place.direction, place: placeText(place) };
      const transaction = atHand.get(endText({ ...place, hash }));
      if (transaction !== undefined) found.get(hash)?.push({ ...end, transaction });
      else if (isVisible(place, visible.indexedSeqno)) elsewhere.push({ ...place, hash });
      else found.get(hash)?.push({ ...end, transaction: undefined });
    }
  }
  const hasMessage = ({ part, place }: PlacedTransaction, { direction, position, hash }: EndKey): boolean => {
    const known = part.transactions.messageHashAt(place, direction, position);
    return known !== undefined && hexOf(known) === hash;
  };
  const records = await reader.records.atPlaces(elsewhere, hasMessage, visible);
  for (const [index, place] of elsewhere.entries()) {
    const { direction, position, hash } = place;
    for (const { keyText, transaction, inMessage, outMessages } of records[index] ?? []) {
      const message = direction === 'in' ? inMessage : outMessages.find((sent) => sent.position === position);
      // The place only tells how the hash begins.
      if (message === undefined || hexOf(message.hash) !== hash) continue;
      const end = { keyText, hash: base64Of(transaction.hash) };
      found.get(hash)?.push({ direction, place: placeText(place), transaction: end });
    }
  }
  return found;
}

type EndKey = Pick<MessagePlace, 'direction' | 'position'> & { readonly hash: string };

function endText({ direction, position, hash, ...place }: EndKey & TransactionPlace): string {
  return `${placeText(place)} ${direction} ${position} ${hash}`;
}

/** The ends in the answer itself: a transaction may have hundreds of messages. */
function endsAtHand(records: readonly TransactionRecord[]): ReadonlyMap<string, MessageEnd['transaction']> {
  const ends = new Map<string, MessageEnd['transaction']>();
  for (const record of records) {
    const place = placeOf(record.transaction);
    const end = { keyText: record.keyText, hash: base64Of(record.transaction.hash) };
    for (const { direction, position, hash } of messagesOf(record)) {
      ends.set(endText({ ...place, direction, position, hash: hexOf(hash) }), end);
    }
  }
  return ends;
}

/** Returns the ends of a message of a transaction whose links are whole. */
function linkedEnds(
  { senderHash, receivers }: TransactionLinks,
  own: string,
  message: MessageRow,
  outMessages: readonly MessageRow[],
): ReturnType<MessageEnds['endsOf']> {
  if (message.direction === 'in') {
    return { receiverHash: own, senderHash: senderHash === null ? undefined : base64Of(senderHash) };
  }
  const receiver = receivers.get(sentMessages(outMessages).indexOf(message));
  return { receiverHash: receiver === undefined ? undefined : base64Of(receiver), senderHash: own };
}

/**
 * Checks that each message is found by its hash at its own transaction and at its sender, whose transaction has the
 * logical time of the message or one just before it.
 */
async function checkEnds(
  reader: AnswerReader,
  records: readonly TransactionRecord[],
  locate: (message: MessageRow) => readonly MessageEnd[],
  visible: VisibleRounds,
): Promise<void> {
  const unsent: TransactionKey[] = [];
  for (const record of records) {
    for (const message of messagesOf(record)) {
      if (message.kind !== 'internal') continue;
      const ends = locate(message);
      if (ends.length >= PLACES_PER_HASH_MAX) continue;
      const own = placeText(placeOf(record.transaction));
      const isFound = ends.some(
        // Meanwhile the block may have got its round, which is above the watermark.
        ({ direction, place, transaction }) =>
          direction === message.direction &&
          place === own &&
          (transaction?.keyText ?? record.keyText) === record.keyText,
      );
      if (!isFound) throw new HoleError({ table: 'message_places', requiredBy: 'messages', key: hexOf(message.hash) });
      const sender = senderOf(message);
      if (sender !== undefined && !ends.some(({ direction }) => direction === 'out')) unsent.push(sender);
    }
  }
  await reader.requiredRows.checkMissing('message_places', 'messages', unsent, visible);
}

/** Returns the sender. Undefined for messages of the masterchain itself, whose source is its account of zeros. */
function senderOf(message: MessageRow) {
  const { direction, sourceType, sourceWorkchain, sourceAccount, createdLt } = message;
  if (direction === 'out' || sourceType !== 'std' || createdLt === null || isOfMasterchain(message)) return undefined;
  return { workchain: sourceWorkchain, account: sourceAccount, lt: createdLt };
}

/** Returns the incoming message, if any, then the outgoing ones. */
export function messagesOf({ inMessage, outMessages }: TransactionRecord): readonly MessageRow[] {
  return inMessage === undefined ? outMessages : [inMessage, ...outMessages];
}
