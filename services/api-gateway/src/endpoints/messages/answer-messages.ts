import type { MessageRow } from '@tonriver/row-schema';
import {
  blockKeyText,
  EXTRA_FLAGS_GLOBAL_VERSION,
  HoleError,
  transactionKeyText,
  type TransactionRecord,
} from '@tonriver/chain-reader';
import { createAnswerLength } from '../../answers/answer-length.ts';
import { arrayText, type JsonText, objectText, textOf } from '../../answers/json-text.ts';
import { knownAddresses } from '../../answers/known-addresses.ts';
import { messageCellsOf } from '../../answers/message-cells.ts';
import { messageEndsOf, messagesOf } from '../../answers/message-ends.ts';
import { addressOf, messageOf } from '../../answers/message.ts';
import { printInTurns } from '../../answers/print-in-turns.ts';
import { blockKeyOf, versionsOfBlocks } from '../../answers/transactions.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import type { MessageHead } from './message-heads.ts';

/**
 * The answer `{messages, address_book, metadata}`. Each message is printed from the transaction at its head, as the
 * endpoints that list transactions do, with the transactions at both ends.
 *
 * @throws {HoleError} when a transaction or a message of it is missing
 * @throws {GatewayError} `bad_request` when the messages are too long together
 */
export async function answerMessages(heads: readonly MessageHead[], context: ReadingContext): Promise<JsonText> {
  const { dialect, reader, visibility } = context;
  return await reader.answering.run(async () => {
    const keys = new Map(heads.map((head) => [transactionKeyText(head), head]));
    const records = await reader.records.getMany([...keys.values()], visibility);
    const recordOf = new Map(records.map((record) => [record.keyText, record]));
    const found = heads.map((head) => messageAt(head, recordOf.get(transactionKeyText(head))));
    const [cells, versions, { endsOf }] = await Promise.all([
      messageCellsOf(reader, dialect, records),
      versionsOfBlocks(reader, records, visibility),
      messageEndsOf(reader, records, visibility),
    ]);
    const printed = await printInTurns(found, createAnswerLength(dialect), ({ record, message }) => {
      const version = versions.get(blockKeyText(blockKeyOf(record)))?.number ?? 0;
      const hasExtraFlags = version >= EXTRA_FLAGS_GLOBAL_VERSION;
      return textOf(messageOf(message, { dialect, ...cells, hasExtraFlags, ...endsOf(record, message) }));
    });
    const addresses = found.flatMap(({ message }) => endAddresses(message));
    return objectText({ messages: arrayText(printed), ...(await knownAddresses(addresses, context)) });
  }, heads.length);
}

function messageAt(
  head: MessageHead,
  record: TransactionRecord | undefined,
): { readonly record: TransactionRecord; readonly message: MessageRow } {
  const message =
    record === undefined
      ? undefined
      : messagesOf(record).find((row) => row.direction === head.direction && row.position === head.position);
  if (record !== undefined && message !== undefined) return { record, message };
  throw new HoleError({ table: 'transactions', requiredBy: 'messages', key: transactionKeyText(head) });
}

function endAddresses(row: MessageRow): readonly string[] {
  const source = addressOf(row.sourceType, row.sourceWorkchain, row.sourceAccount, row.sourceText);
  const destination = addressOf(
    row.destinationType,
    row.destinationWorkchain,
    row.destinationAccount,
    row.destinationText,
  );
  return [source, destination].filter((address) => address !== null);
}
