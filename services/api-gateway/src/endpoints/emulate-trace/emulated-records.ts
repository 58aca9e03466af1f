import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import { openEmulatedPart, type PartTransaction } from '@tonriver/block-rows';
import { hexOf, sentMessages, type TransactionRecord, transactionKeyText } from '@tonriver/chain-reader';

/** Transactions whose rows are made in one turn of the event loop. */
const RECORDS_PER_TURN = 50;

/**
 * Returns the transactions of an emulated trace in the form in which stored ones are printed. They know each other, so
 * nothing is looked up for them.
 */
export async function emulatedRecords(trace: EmulatedTraceAnswer): Promise<readonly TransactionRecord[]> {
  const transactions = await readParts(trace);
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

async function readParts({ parts, seqno }: EmulatedTraceAnswer): Promise<readonly PartTransaction[]> {
  const transactions: PartTransaction[] = [];
  for (const { workchain, content } of parts) {
    const part = openEmulatedPart({ workchain, content: new Uint8Array(Buffer.from(content, 'base64')) }, seqno);
    for (let from = 0; from < part.count; from += RECORDS_PER_TURN) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      const count = Math.min(RECORDS_PER_TURN, part.count - from);
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
