import { addressListParameter, hashListParameter, objectSchemas } from '@tonriver/api-model';
import { hexOf } from '@tonriver/chain-reader';
import { z } from 'zod';
import { base64Of } from '../../answers/base64.ts';
import { arrayText, type JsonText, objectText } from '../../answers/json-text.ts';
import { knownAddresses } from '../../answers/known-addresses.ts';
import { GatewayError } from '../../gateway-error.ts';
import { accountsOf, addressText } from '../accounts/account-key.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { PendingContext } from '../endpoint-definition.ts';
import { compareDescending, findPendingOfAccounts } from '../pending/find-pending.ts';
import { type PendingTransaction, printTransactionsOf } from '../pending/opened-trace.ts';
import { pendingErrors } from '../pending/pending-document.ts';

interface PendingTransactionsRequest {
  /** Raw. */
  readonly accounts: readonly string[];
  /** Base64; undefined: of all traces. */
  readonly traceIds: readonly string[] | undefined;
}

/** The most accounts of one request: each is a question to the store. */
const ACCOUNTS_MAX = 100;

/** GET pendingTransactions: transactions that no block has yet. */
export const pendingTransactions = defineEndpoint({
  path: '/v3/pendingTransactions',
  tag: 'blockchain',
  summary: 'Emulated transactions of accounts',
  description:
    'Transactions of the accounts that no block has yet, of traces that began with an external message. Their hashes ' +
    'and logical times are predictions. Newest logical time first.',
  query: {
    schema: z.object({
      account: addressListParameter('Account of the transactions, 100 at most').optional(),
      trace_id: hashListParameter('Id of the trace, whose first transaction a block has').optional(),
    }),
    required: ['account'],
    read(query, dialect): PendingTransactionsRequest {
      const { account: addresses = [], trace_id: ids = [] } = query;
      if (addresses.length === 0) throw dialect.badRequest('at least 1 account address required');
      const accounts = accountsOf(addresses).map(addressText);
      if (accounts.length > ACCOUNTS_MAX) throw dialect.badRequest(`at most ${ACCOUNTS_MAX} accounts are allowed`);
      // The deployed service does not look at it when there is an account.
      const traceIds = ids.length === 0 || dialect.name === 'deployed' ? undefined : ids.map((id) => base64Of(id));
      return { accounts, traceIds };
    },
  },
  example: (indexed) => ({ account: [indexed?.account ?? `-1:${'3'.repeat(64)}`] }),
  errors: { ...pendingErrors, 404: 'There are none' },
  answerSchema: eachDialect((dialect) => {
    const { transaction, addressBook } = objectSchemas(dialect);
    return z
      .strictObject({ transactions: z.array(transaction), address_book: addressBook })
      .meta({ id: 'PendingTransactions' });
  }),
  caching: 'pending',
  async answer(request, context) {
    const { texts, addresses } = await findTransactions(request, context);
    if (texts.length === 0) throw new GatewayError('not_found', 'emulated traces not found');
    const { address_book } = await knownAddresses(addresses, { ...context, wantsMetadata: false });
    return { text: objectText({ transactions: arrayText(texts), address_book }) };
  },
});

async function findTransactions(
  { accounts, traceIds }: PendingTransactionsRequest,
  context: PendingContext,
): Promise<{ readonly texts: readonly JsonText[]; readonly addresses: readonly string[] }> {
  const found = await findPendingOfAccounts(accounts, context);
  const traces = found.filter(
    ({ state, rootHash, isRootMined }) =>
      state === 'pending' &&
      (traceIds === undefined || (isRootMined && rootHash !== null && traceIds.includes(rootHash))),
  );
  const wanted = new Set(accounts);
  const isWanted = ({ record, place }: PendingTransaction): boolean => {
    const { workchain, account } = record.transaction;
    return place === null && wanted.has(addressText({ workchain, accountHex: hexOf(account) }));
  };
  const printed = await printTransactionsOf(traces, { isWanted, keep: ({ transaction }) => transaction.lt }, context);
  const ordered = printed.toSorted(
    (left, right) => compareDescending(left.kept, right.kept) || (left.hash < right.hash ? -1 : 1),
  );
  return { texts: ordered.map(({ text }) => text), addresses: printed.flatMap((one) => one.addresses) };
}
