import type { MessageRow } from '@tonriver/row-schema';
import { base64Of, hexOf } from '../reading/bytes.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import { HoleError } from '../reading/holes.ts';
import { LOCATIONS_PER_HASH_MAX, type MessageLocation } from '../reading/message-locations.ts';
import type { VisibleRounds } from '../reading/required-rows.ts';
import { type TransactionKey, transactionKeyText } from '../reading/transaction-key.ts';
import { isOfMasterchain, sentMessages, type TransactionLinks } from '../reading/part-links.ts';
import type { TransactionRecord } from '../reading/transaction-records.ts';

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

/**
 * Finds the other end of every internal message of an answer. One end is the transaction with the message. The other is
 * looked up by the message's hash and must be visible. External messages, and messages in flight, have no other end.
 */
export async function messageEndsOf(
  reader: ChainReader,
  records: readonly TransactionRecord[],
  visible: VisibleRounds,
): Promise<MessageEnds> {
  const known = new Map<string, string>();
  for (const { keyText, transaction } of records) known.set(keyText, base64Of(transaction.hash));
  const hashes = new Set<string>();
  const unlinked = records.filter(({ links }) => links === undefined);
  for (const record of unlinked) {
    for (const message of messagesOf(record)) if (message.kind === 'internal') hashes.add(hexOf(message.hash));
  }
  const hashList = [...hashes];
  const locations = await reader.messageLocations.getMany(hashList);
  const locationsOf = new Map(hashList.map((hash, index) => [hash, locations[index] ?? []]));
  const locate = (message: MessageRow): readonly MessageLocation[] => locationsOf.get(hexOf(message.hash)) ?? [];
  await checkLocations(reader, unlinked, locate, visible);
  await addUnknownHashes(reader, known, locations.flat(), visible);

  const endOf = (hash: string, direction: 'in' | 'out'): string | undefined => {
    for (const location of locationsOf.get(hash) ?? []) {
      const transactionHash = known.get(transactionKeyText(location));
      if (location.direction === direction && !location.isNorm && transactionHash !== undefined) return transactionHash;
    }
    return undefined;
  };
  const endsOf: MessageEnds['endsOf'] = ({ keyText, outMessages, links }, message) => {
    const own = known.get(keyText);
    const isInternal = message.kind === 'internal';
    if (links !== undefined) return linkedEnds(links, own, message, outMessages);
    const hash = hexOf(message.hash);
    return message.direction === 'in'
      ? { receiverHash: own, senderHash: isInternal ? endOf(hash, 'out') : undefined }
      : { receiverHash: isInternal ? endOf(hash, 'in') : undefined, senderHash: own };
  };
  const unreceived = unlinked.flatMap(({ keyText, outMessages }) =>
    outMessages
      .filter((message) => message.kind === 'internal' && !locate(message).some(({ direction }) => direction === 'in'))
      .map((message) => ({ keyText, hashHex: hexOf(message.hash) })),
  );
  return { endsOf, unreceived };
}

/** Returns the ends of a message of a transaction whose links are whole. */
function linkedEnds(
  { senderHash, receivers }: TransactionLinks,
  own: string | undefined,
  message: MessageRow,
  outMessages: readonly MessageRow[],
): ReturnType<MessageEnds['endsOf']> {
  if (message.direction === 'in') {
    return { receiverHash: own, senderHash: senderHash === null ? undefined : base64Of(senderHash) };
  }
  const receiver = receivers.get(sentMessages(outMessages).indexOf(message));
  return { receiverHash: receiver === undefined ? undefined : base64Of(receiver), senderHash: own };
}

async function addUnknownHashes(
  reader: ChainReader,
  known: Map<string, string>,
  locations: readonly (MessageLocation | undefined)[],
  visible: VisibleRounds,
): Promise<void> {
  const unknown = new Map<string, MessageLocation>();
  for (const location of locations) {
    if (location === undefined) continue;
    const keyText = transactionKeyText(location);
    if (!known.has(keyText)) unknown.set(keyText, location);
  }
  const keyTexts = [...unknown.keys()];
  const heads = await reader.transactionHeads.getMany(keyTexts);
  const missing = [...unknown.values()].filter((_location, index) => heads[index] === undefined);
  await reader.requiredRows.checkMissing('transactions', 'message_hashes', missing, visible);
  for (const [index, keyText] of keyTexts.entries()) {
    const head = heads[index];
    if (head === undefined) continue;
    if (head.mcBlockSeqno === null || head.mcBlockSeqno <= visible.indexedSeqno)
      known.set(keyText, base64Of(head.hash));
  }
}

/**
 * Checks that each message is found by its hash at its own transaction and at its sender, whose transaction has the
 * logical time of the message or one just before it.
 */
async function checkLocations(
  reader: ChainReader,
  records: readonly TransactionRecord[],
  locate: (message: MessageRow) => readonly MessageLocation[],
  visible: VisibleRounds,
): Promise<void> {
  const unsent: TransactionKey[] = [];
  for (const { keyText, inMessage, outMessages } of records) {
    for (const message of [inMessage, ...outMessages]) {
      if (message?.kind !== 'internal') continue;
      const locations = locate(message);
      if (locations.length >= LOCATIONS_PER_HASH_MAX) continue;
      const isFound = locations.some(
        (location) => location.direction === message.direction && transactionKeyText(location) === keyText,
      );
      if (!isFound) throw new HoleError({ table: 'message_hashes', requiredBy: 'messages', key: hexOf(message.hash) });
      const sender = senderOf(message);
      if (sender !== undefined && !locations.some(({ direction }) => direction === 'out')) unsent.push(sender);
    }
  }
  await reader.requiredRows.checkMissing('message_hashes', 'messages', unsent, visible);
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
