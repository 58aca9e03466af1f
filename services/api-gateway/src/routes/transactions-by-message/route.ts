import { addressBookOf } from '../../answers/address-book.ts';
import { arrayText, objectText, textOf } from '../../answers/json-text.ts';
import { printTransactions } from '../../answers/printed-transactions.ts';
import { GatewayError } from '../../gateway-error.ts';
import type { Visibility } from '../../reading/watermark.ts';
import type { Endpoint } from '../endpoint.ts';
import { findTransactions } from './find.ts';
import { parseTransactionsByMessage, type TransactionsByMessageRequest } from './query.ts';

/** GET transactionsByMessage: transactions that received or sent a message, distinct, newest first. */
export const transactionsByMessage: Endpoint<TransactionsByMessageRequest> = {
  name: 'transactionsByMessage',
  parse: parseTransactionsByMessage,
  async answer(request, { dialect, reader, visibility, isTestnet, wantsAddressBook }) {
    checkRound(request, visibility);
    // Found transactions must be printed. If there is no room for that, none are searched.
    reader.answering.checkRoom(request.filters.msg_hash === undefined ? request.page.limit : 1);
    const page = await findTransactions(reader, request, visibility, dialect.badRequest);
    const [transactions, addressBook] = await reader.answering.run(async () => {
      const records = await page.read();
      const printed = await printTransactions(reader, dialect, records, visibility);
      return [
        printed.map(({ text }) => [text]),
        wantsAddressBook ? await addressBookOf(reader, printed, { visible: visibility, isTestnet }) : textOf({}),
      ] as const;
    }, page.count);
    return {
      text: objectText({ transactions: arrayText(transactions), address_book: addressBook }),
      // An empty answer may change at any moment, because a partial block does not change the watermark.
      isCacheable: transactions.length > 0,
    };
  },
};

function checkRound({ filters: { mc_seqno: mcSeqno } }: TransactionsByMessageRequest, visibility: Visibility): void {
  if (mcSeqno === undefined) return;
  if (visibility.range === undefined || mcSeqno < 1 || mcSeqno > visibility.range.lastSeqno) {
    throw new GatewayError('not_found', `masterchain block ${mcSeqno} not found`);
  }
}
