import type { MessageRow } from '@tonriver/clickhouse';
import { base64Of, hexOf } from '../reading/bytes.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import type { MessageLocation } from '../reading/message-locations.ts';
import { transactionKeyText } from '../reading/transaction-key.ts';
import type { TransactionRecord } from '../reading/transaction-records.ts';

/** The transactions at both ends of a message, as base64 hashes. */
export interface MessageEnds {
  readonly receiverHash: string | undefined;
  readonly senderHash: string | undefined;
}

export type MessageEndsOf = (record: TransactionRecord, message: MessageRow) => MessageEnds;

/**
 * Finds the other end of every internal message of an answer. One end is the transaction that shows the message; the
 * other is looked up by the message's hash, counts only when readers may see it, and is not there for an external
 * message or while a message is in flight.
 */
export async function messageEndsOf(
  reader: ChainReader,
  records: readonly TransactionRecord[],
  indexedSeqno: number,
): Promise<MessageEndsOf> {
  const known = new Map<string, string>();
  for (const { keyText, transaction } of records) known.set(keyText, base64Of(transaction.hash));
  const hashes = new Set<string>();
  for (const record of records) {
    for (const message of messagesOf(record)) if (message.kind === 'internal') hashes.add(hexOf(message.hash));
  }
  const hashList = [...hashes];
  const locations = await reader.messageLocations.getMany(hashList);
  const locationsOf = new Map(hashList.map((hash, index) => [hash, locations[index] ?? []]));
  await addUnknownHashes(reader, known, locations.flat(), indexedSeqno);

  const endOf = (hash: string, direction: 'in' | 'out'): string | undefined => {
    for (const location of locationsOf.get(hash) ?? []) {
      const transactionHash = known.get(transactionKeyText(location));
      if (location.direction === direction && !location.isNorm && transactionHash !== undefined) return transactionHash;
    }
    return undefined;
  };
  return ({ keyText }, message) => {
    const own = known.get(keyText);
    const isInternal = message.kind === 'internal';
    const hash = hexOf(message.hash);
    return message.direction === 'in'
      ? { receiverHash: own, senderHash: isInternal ? endOf(hash, 'out') : undefined }
      : { receiverHash: isInternal ? endOf(hash, 'in') : undefined, senderHash: own };
  };
}

async function addUnknownHashes(
  reader: ChainReader,
  known: Map<string, string>,
  locations: readonly (MessageLocation | undefined)[],
  indexedSeqno: number,
): Promise<void> {
  const unknown = new Set<string>();
  for (const location of locations) {
    if (location === undefined) continue;
    const keyText = transactionKeyText(location);
    if (!known.has(keyText)) unknown.add(keyText);
  }
  const keyTexts = [...unknown];
  const heads = await reader.transactionHeads.getMany(keyTexts);
  for (const [index, keyText] of keyTexts.entries()) {
    const head = heads[index];
    if (head === undefined) continue;
    if (head.mcBlockSeqno === null || head.mcBlockSeqno <= indexedSeqno) known.set(keyText, base64Of(head.hash));
  }
}

/** The incoming message, if any, then the outgoing ones. */
export function messagesOf({ inMessage, outMessages }: TransactionRecord): readonly MessageRow[] {
  return inMessage === undefined ? outMessages : [inMessage, ...outMessages];
}
