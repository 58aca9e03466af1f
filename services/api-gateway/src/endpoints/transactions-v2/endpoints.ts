import {
  givenAddressParameter,
  hashParameterV2,
  int32ParameterV2,
  int64Parameter,
  truthParameter,
} from '@tonriver/api-model';
import { z } from 'zod';
import { hexOf, type TransactionRecord } from '@tonriver/chain-reader';
import { createAnswerLength } from '../../answers/answer-length.ts';
import { arrayText, textOf } from '../../answers/json-text.ts';
import { printInTurns } from '../../answers/print-in-turns.ts';
import type { IndexedExamples } from '../../documentation/indexed-examples.ts';
import { GatewayError } from '../../gateway-error.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { unfit } from '../unfit.ts';
import { withHistory } from './account-history.ts';
import { readResult, readSource, type SoughtMessage } from './locate-transaction.ts';
import { extTransactionOf } from './print-transaction.ts';
import { cellsOfTransactions } from './transaction-cells.ts';
import { extTransaction } from './transaction-schemas.ts';

const ELECTOR = '-1:3333333333333333333333333333333333333333333333333333333333333333';
const [LIMIT_DEFAULT, LIMIT_MAX] = [10, 1_000];

/** v2 getTransactions: the history of an account, newest first. */
const getTransactions = defineEndpoint({
  path: '/v2/getTransactions',
  tag: 'blockchain',
  summary: 'Transactions of an account, newest first',
  description:
    'Beginning at lt and hash, which is included, or at the newest. A page with fewer than limit has the first ' +
    'transaction of the account, or ends at to_lt. A history that goes on before the indexed range is an error.',
  query: {
    schema: z.object({
      address: givenAddressParameter('Account'),
      limit: int32ParameterV2('The most transactions', { minimum: 1, maximum: LIMIT_MAX }).optional(),
      lt: int64Parameter('Logical time at which to begin; together with hash').optional(),
      hash: hashParameterV2('Hash of that transaction').optional(),
      to_lt: int64Parameter('Only transactions with a later logical time').optional(),
      archival: truthParameter('Has no effect: all of the indexed history is there').optional(),
    }),
    limitDefault: LIMIT_DEFAULT,
    toldAs: { address: 'address', hash: 'hash' },
    read({ address, limit = LIMIT_DEFAULT, lt = 0n, hash, to_lt: afterLt = 0n }, dialect) {
      if (limit <= 0) throw unfit(dialect, 'limit should be positive');
      if (limit > LIMIT_MAX) throw unfit(dialect, `limit should be less or equal ${LIMIT_MAX}`);
      if (lt < 0n) throw unfit(dialect, 'lt should be non-negative');
      const hashHex = hash === undefined || hash.length === 0 ? undefined : hexOf(hash);
      if ((lt !== 0n) !== (hashHex !== undefined)) throw unfit(dialect, 'lt and hash should be used together');
      const { workchain, accountHex } = address;
      return { workchain, accountHex, limit, from: hashHex === undefined ? undefined : { lt, hashHex }, afterLt };
    },
  },
  example: (indexed: IndexedExamples | undefined) => ({ address: indexed?.account ?? ELECTOR, limit: 1 }),
  errors: { contract: { 404: 'Not indexed' }, deployed: { 500: 'Not indexed' } },
  answerSchema: z.array(extTransaction).meta({ id: 'TransactionsV2' }),
  caching: 'watermark',
  async answer(request, context) {
    return await withHistory(context, request, async (records) => {
      const cells = await cellsOfTransactions(context.reader, records);
      const length = createAnswerLength(context.dialect);
      const print = (record: TransactionRecord) => textOf(extTransactionOf(record, cells(record)));
      return {
        text: arrayText(await printInTurns(records, length, print)),
        isCacheable: records.every(isOfRound),
      };
    });
  },
});

/** Tells whether the block of a transaction has its round, so that nothing of it changes. */
function isOfRound({ finality }: TransactionRecord): boolean {
  return finality === 'finalized';
}

/** Defines an endpoint that finds a transaction by a message between two accounts. */
function locateEndpoint(parts: {
  readonly name: string;
  readonly summary: string;
  readonly read: (context: ReadingContext, message: SoughtMessage) => Promise<TransactionRecord | undefined>;
}): Endpoint {
  return defineEndpoint({
    path: `/v2/${parts.name}`,
    tag: 'blockchain',
    summary: parts.summary,
    description: 'Found by source, destination and the logical time at which the message was created.',
    query: {
      schema: z.object({
        source: givenAddressParameter('Account that sent the message'),
        destination: givenAddressParameter('Account that received it'),
        created_lt: int64Parameter('Logical time of the message'),
      }),
      read({ source, destination, created_lt: createdLt }, dialect): SoughtMessage {
        if (createdLt < 0n) throw unfit(dialect, 'created_lt should be non-negative');
        const [from, to] = [source, destination].map(({ workchain, accountHex }) => ({ workchain, accountHex }));
        return { source: from!, destination: to!, createdLt };
      },
    },
    example: (indexed: IndexedExamples | undefined) => {
      const { account: destination = ELECTOR, sender = ELECTOR, messageLt = '1' } = indexed ?? {};
      return { source: sender, destination, created_lt: messageLt };
    },
    errors: { 404: 'There is no such message, or the transaction is not indexed' },
    answerSchema: extTransaction,
    caching: 'watermark',
    async answer(message, context) {
      const record = await parts.read(context, message);
      if (record === undefined) throw new GatewayError('not_found', 'transaction was not found');
      const cells = await cellsOfTransactions(context.reader, [record]);
      return { text: textOf(extTransactionOf(record, cells(record))), isCacheable: isOfRound(record) };
    },
  });
}

const RESULT = 'The transaction that received a message';

/** v2 getTransactions, tryLocateTx, tryLocateResultTx, tryLocateSourceTx. */
export const transactionEndpointsV2: readonly Endpoint[] = [
  getTransactions,
  locateEndpoint({ name: 'tryLocateTx', summary: RESULT, read: readResult }),
  locateEndpoint({ name: 'tryLocateResultTx', summary: RESULT, read: readResult }),
  locateEndpoint({ name: 'tryLocateSourceTx', summary: 'The transaction that sent a message', read: readSource }),
];
