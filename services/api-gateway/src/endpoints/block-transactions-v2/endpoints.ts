import {
  accountHashParameter,
  blockIdV2,
  decimal,
  hash,
  int32ParameterV2,
  int64Parameter,
  integer,
} from '@tonriver/api-model';
import { z } from 'zod';
import { hexOf, type TransactionKey } from '@tonriver/chain-reader';
import { type AnswerLength, createAnswerLength } from '../../answers/answer-length.ts';
import { base64Of } from '../../answers/base64.ts';
import { arrayText, type JsonText, objectText, textOf } from '../../answers/json-text.ts';
import { printInTurns } from '../../answers/print-in-turns.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { blockIdOfV2 } from '../accounts-v2/at-round.ts';
import {
  blockExample,
  blockParameters,
  type BlockRequest,
  blockToldAs,
  readBlockOfRequest,
  readBlockRequest,
} from '../blocks-v2/block-of-request.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { rawTransactionOf } from '../transactions-v2/print-transaction.ts';
import { cellsOfTransactions } from '../transactions-v2/transaction-cells.ts';
import { rawTransactionExt } from '../transactions-v2/transaction-schemas.ts';
import { unfit } from '../unfit.ts';
import {
  type KeyInRound,
  type PageRequest,
  readHashesOfBlock,
  readPageOfBlock,
  readTransactionsOfBlock,
} from './page-of-block.ts';

const [COUNT_DEFAULT, COUNT_MAX] = [40, 10_000];

/** Transactions that are read and printed together. */
const PER_READ = 500;

type Request = PageRequest & { readonly block: BlockRequest };

const parameters = blockParameters.extend({
  after_lt: int64Parameter(
    'Logical time of the transaction after which the page begins; together with after_hash',
  ).optional(),
  after_hash: accountHashParameter('Its account').optional(),
  count: int32ParameterV2('The most transactions', { minimum: 1, maximum: COUNT_MAX }).optional(),
});

function readRequest(given: z.output<typeof parameters>, dialect: Dialect): Request {
  const { after_lt: lt, after_hash: account, count = COUNT_DEFAULT, ...ofBlock } = given;
  if (count <= 0) throw unfit(dialect, 'count should be positive');
  if (count > COUNT_MAX) throw unfit(dialect, `count should be less or equal ${COUNT_MAX}`);
  const block = readBlockRequest(ofBlock, dialect);
  const accountHex = account === undefined || account.length === 0 ? undefined : hexOf(account);
  if ((lt === undefined) !== (accountHex === undefined)) {
    throw unfit(dialect, 'after_lt and after_hash should be used together');
  }
  return { block, after: lt === undefined || accountHex === undefined ? undefined : { lt, accountHex }, count };
}

/** Defines an endpoint that lists the transactions of a block. */
function blockTransactionsEndpoint(parts: {
  readonly name: 'getBlockTransactions' | 'getBlockTransactionsExt';
  readonly type: 'blocks.transactions' | 'blocks.transactionsExt';
  readonly summary: string;
  readonly itemSchema: z.ZodType;
  readonly print: (
    context: ReadingContext,
    keys: readonly KeyInRound[],
    length: AnswerLength,
  ) => Promise<readonly JsonText[]>;
}): Endpoint {
  const { name, type, summary, itemSchema, print } = parts;
  return defineEndpoint({
    path: `/v2/${name}`,
    tag: 'blockchain',
    summary,
    description:
      'In order of account, then of logical time. With incomplete there are more: after_lt and after_hash are the lt and ' +
      'the account of the last one.',
    query: {
      schema: parameters,
      toldAs: { ...blockToldAs, after_hash: 'after_hash' },
      read: readRequest,
    },
    example: blockExample,
    errors: { contract: { 404: 'Not indexed' }, deployed: { 500: 'Not indexed' } },
    answerSchema: z
      .strictObject({
        '@type': z.literal(type),
        id: blockIdV2,
        req_count: integer,
        incomplete: z.boolean(),
        transactions: z.array(itemSchema),
      })
      .meta({ id: name === 'getBlockTransactions' ? 'BlockTransactionIds' : 'BlockTransactions' }),
    caching: 'watermark',
    async answer(request, context) {
      const { reader } = context;
      const block = await readBlockOfRequest(context, request.block);
      const { keys, isIncomplete } = await readPageOfBlock(reader, block, request);
      return await reader.answering.run(async () => {
        const items: JsonText[] = [];
        const length = createAnswerLength(context.dialect);
        for (let start = 0; start < keys.length; start += PER_READ) {
          items.push(...(await print(context, keys.slice(start, start + PER_READ), length)));
        }
        return {
          text: objectText({
            '@type': textOf(type),
            id: textOf(blockIdOfV2(block)),
            req_count: textOf(request.count),
            incomplete: textOf(isIncomplete),
            transactions: arrayText(items),
          }),
        };
      }, keys.length);
    },
  });
}

const shortId = z
  .strictObject({
    '@type': z.literal('blocks.shortTxId'),
    mode: z.literal(135),
    account: z.string().meta({ description: 'Raw address, lower-case' }),
    lt: decimal,
    hash,
  })
  .meta({ id: 'ShortTxId' });

/** Which members there are, as the node's interface writes it: account 1, lt 2, hash 4; and 128. */
const MODE = 135;

function shortIdOf({ workchain, account, lt }: TransactionKey, transactionHash: Uint8Array): z.output<typeof shortId> {
  return {
    '@type': 'blocks.shortTxId',
    mode: MODE,
    account: `${workchain}:${hexOf(account).toLowerCase()}`,
    lt: String(lt),
    hash: base64Of(transactionHash),
  };
}

/** v2 getBlockTransactions, getBlockTransactionsExt. */
export const blockTransactionEndpointsV2: readonly Endpoint[] = [
  blockTransactionsEndpoint({
    name: 'getBlockTransactions',
    type: 'blocks.transactions',
    summary: 'Ids of the transactions of a block',
    itemSchema: shortId,
    async print(context, keys) {
      const hashes = await readHashesOfBlock(context, keys);
      return keys.map((key, index) => textOf(shortIdOf(key, hashes[index]!)));
    },
  }),
  blockTransactionsEndpoint({
    name: 'getBlockTransactionsExt',
    type: 'blocks.transactionsExt',
    summary: 'Transactions of a block',
    itemSchema: rawTransactionExt,
    async print(context, keys, length) {
      const records = await readTransactionsOfBlock(context, keys);
      const cells = await cellsOfTransactions(context.reader, records);
      return await printInTurns(records, length, (record) => textOf(rawTransactionOf(record, cells(record))));
    },
  }),
];
