import { openEmulatedPart, type PartReader, type PartTransaction } from '@tonriver/block-rows';
import { hexOf, sentMessages, type TransactionRecord, transactionKeyText } from '@tonriver/chain-reader';
import { createTurns } from './turns.ts';

/** Transactions whose rows are made together. */
const RECORDS_PER_READ = 50;

/** A part of a trace that was emulated, or of which only some of the blocks are known. */
export interface SentPart {
  readonly workchain: number;
  /** The content of a row of `transaction_parts` of kind `cells`, base64. */
  readonly content: string;
}

/** Opens a part. @param seqno the round whose configuration holds */
export function openSentPart({ workchain, content }: SentPart, seqno: number): PartReader {
  return openEmulatedPart({ workchain, content: new Uint8Array(Buffer.from(content, 'base64')) }, seqno);
}

/**
 * Returns the transactions of a trace that is sent whole, in the form in which stored ones are printed. They know each
 * other, so nothing is looked up for them, as if all were emulated.
 *
 * @param seqno the round whose configuration holds
 */
export async function emulatedRecords(
  parts: readonly SentPart[],
  seqno: number,
): Promise<readonly TransactionRecord[]> {
  const transactions = await readParts(parts, seqno);
  const senders = new Map<string, Uint8Array>();
  const receivers = new Map<string, Uint8Array>();
  for (const { transaction, inMessage, outMessages } of transactions) {
    if (inMessage !== undefined) receivers.set(hexOf(inMessage.row.hash), transaction.hash);
    for (const { row } of outMessages) senders.set(hexOf(row.hash), transaction.hash);
  }
  const externalHash = transactions[0]?.inMessage?.row.hash ?? null;
  const traceId = transactions[0]?.transaction.hash ?? new Uint8Array(0);
  return transactions.map((part) => recordOf(part, { senders, receivers, externalHash, traceId }));
}

async function readParts(parts: readonly SentPart[], seqno: number): Promise<readonly PartTransaction[]> {
  const transactions: PartTransaction[] = [];
  const turns = createTurns();
  for (const sent of parts) {
    const part = openSentPart(sent, seqno);
    for (let from = 0; from < part.count; from += RECORDS_PER_READ) {
      await turns.next();
      const count = Math.min(RECORDS_PER_READ, part.count - from);
      transactions.push(...part.read(Array.from({ length: count }, (_, place) => from + place)));
    }
  }
  return transactions;
}

interface Ends {
  /** Transactions by the hash of a message, upper-case hexadecimal. */
  readonly senders: ReadonlyMap<string, Uint8Array>;
  readonly receivers: ReadonlyMap<string, Uint8Array>;
  readonly externalHash: Uint8Array | null;
  readonly traceId: Uint8Array;
}

function recordOf(part: PartTransaction, { senders, receivers, externalHash, traceId }: Ends): TransactionRecord {
  const { transaction, inMessage, outMessages } = part;
  const { workchain, account, lt } = transaction;
  const key = { workchain, account, lt };
  const sent = sentMessages(outMessages.map(({ row }) => row));
  const received = sent.flatMap(({ hash }, position) => {
    const receiver = receivers.get(hexOf(hash));
    return receiver === undefined ? [] : [[position, receiver] as const];
  });
  const senderHash = inMessage === undefined ? null : (senders.get(hexOf(inMessage.row.hash)) ?? null);
  return {
    key,
    keyText: transactionKeyText(key),
    finality: 'pending',
    transaction,
    inMessage: inMessage?.row,
    outMessages: outMessages.map(({ row }) => row),
    part,
    links: { traceId, externalHash, senderHash, receivers: new Map(received) },
  };
}
