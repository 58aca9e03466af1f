import type { FoundTransaction } from '@tonriver/chain-reader';
import { addressBookOf } from '../answers/address-book.ts';
import { arrayText, type JsonText, objectText, textOf } from '../answers/json-text.ts';
import { type AnswerTransaction, printTransactions } from '../answers/printed-transactions.ts';
import type { ReadingContext } from './endpoint-definition.ts';

/** Transactions of an answer. `read` is called when there is room for `count` of them. */
export interface TransactionsToAnswer {
  readonly count: number;
  readonly read: () => Promise<readonly FoundTransaction[]>;
}

/** Returns further members of an answer, made from its transactions. */
export type FurtherMembers = (printed: readonly AnswerTransaction[]) => Readonly<Record<string, JsonText>>;

/** The answer of all endpoints that list transactions: `{transactions, address_book}`, and what `further` adds. */
export async function answerTransactions(
  { count, read }: TransactionsToAnswer,
  { dialect, reader, visibility, isTestnet, wantsAddressBook }: ReadingContext,
  further: FurtherMembers = () => ({}),
): Promise<{ readonly text: JsonText; readonly count: number }> {
  return await reader.answering.run(async () => {
    const printed = await printTransactions(reader, dialect, await read(), visibility);
    const transactions = arrayText(printed.map(({ text }) => [text]));
    const addressBook = wantsAddressBook
      ? await addressBookOf(reader, printed, { visible: visibility, isTestnet })
      : textOf({});
    return {
      text: objectText({ transactions, address_book: addressBook, ...further(printed) }),
      count: printed.length,
    };
  }, count);
}
