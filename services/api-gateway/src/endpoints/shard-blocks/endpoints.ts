import { objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { type BlockRecord, MASTERCHAIN, MASTERCHAIN_SHARD } from '@tonriver/chain-reader';
import { addressBookOf } from '../../answers/address-book.ts';
import { blockOf } from '../../answers/block.ts';
import { arrayText, objectText, textOf } from '../../answers/json-text.ts';
import { printTransactions } from '../../answers/printed-transactions.ts';
import type { IndexedExamples } from '../../documentation/indexed-examples.ts';
import { GatewayError } from '../../gateway-error.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { EndpointAnswer, ReadingContext } from '../endpoint-definition.ts';
import { limitDefault, readShardBlocks, readShardState, type ShardBlocksRequest, shardBlocksQuery } from './query.ts';
import { countOnPage, countTransactions, readTransactionPage } from './transaction-page.ts';
import { readBlocks, readBlocksOfRound, readRound, readShardTops } from './whole-rounds.ts';

/** What both endpoints have in common. */
const shared = {
  tag: 'blockchain',
  description: {
    contract: 'All blocks, and a page of their transactions; X-Total-Count tells how many there are.',
    deployed: 'Ordered by workchain, shard (as a signed number) and seqno. 404 also past the last page.',
  },
  answerSchema: eachDialect((dialect) => {
    const { block, transaction, addressBook } = objectSchemas(dialect);
    const blocks = z.array(block);
    const transactions = { transactions: z.array(transaction), address_book: addressBook };
    return z.strictObject({ blocks, ...(dialect === 'contract' ? transactions : {}) }).meta({ id: 'ShardBlocks' });
  }),
  example: (indexed: IndexedExamples | undefined) => ({ seqno: indexed?.seqno ?? 1 }),
  errors: { 404: 'Not indexed' },
  hasTotalCount: { contract: true, deployed: false },
  caching: 'watermark',
} as const;
// The deployed service reads a missing seqno as 0, for which there is never a result.
const query = { schema: shardBlocksQuery, required: ['seqno'], limitDefault } as const;

/** GET masterchainBlockShards: the masterchain block and every shard block that it committed. */
export const masterchainBlockShards = defineEndpoint({
  ...shared,
  path: '/v3/masterchainBlockShards',
  summary: 'A masterchain block and every shard block that it committed',
  query: { ...query, read: readShardBlocks },
  answer: answerRound,
});

/** GET masterchainBlockShardState: the masterchain block and the newest block of every shard in its state. */
export const masterchainBlockShardState = defineEndpoint({
  ...shared,
  path: '/v3/masterchainBlockShardState',
  summary: 'A masterchain block and the newest block of every shard in its state',
  query: { ...query, absent: { deployed: ['limit', 'offset'] }, read: readShardState },
  async answer(request, context) {
    const { reader, visibility } = context;
    const { seqno } = request;
    if ((await readRound(reader, visibility, seqno)) === undefined) throw notFound();
    const masterchain = await readBlocks(reader, [{ workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno }]);
    const tops = await readShardTops(reader, visibility, seqno);
    return await answerBlocks([...masterchain, ...tops], request, context);
  },
});

/** Answers masterchainBlockShards. */
export async function answerRound(request: ShardBlocksRequest, context: ReadingContext): Promise<EndpointAnswer> {
  const { reader, visibility } = context;
  const blocks = await readBlocksOfRound(reader, visibility, request.seqno);
  if (blocks === undefined) throw notFound();
  return await answerBlocks(blocks, request, context);
}

async function answerBlocks(
  blocks: readonly BlockRecord[],
  { page }: ShardBlocksRequest,
  { dialect, reader, visibility, isTestnet, wantsAddressBook }: ReadingContext,
): Promise<EndpointAnswer> {
  const rows = blocks.toSorted(compareBlocks);
  if (!dialect.hasShardTransactions) {
    const shown = rows.slice(page.offset, page.offset + page.limit);
    if (shown.length === 0) throw notFound();
    return { text: textOf({ blocks: shown.map((row) => blockOf(dialect, row)) }) };
  }
  const [transactions, addressBook] = await reader.answering.run(
    async () => {
      const found = await readTransactionPage(reader, visibility, rows, page);
      const printed = await printTransactions(reader, dialect, found, visibility);
      return [
        printed.map(({ text }) => [text]),
        wantsAddressBook ? await addressBookOf(reader, printed, { visible: visibility, isTestnet }) : textOf({}),
      ] as const;
    },
    countOnPage(rows, page),
  );
  return {
    text: objectText({
      blocks: textOf(rows.map((row) => blockOf(dialect, row))),
      transactions: arrayText(transactions),
      address_book: addressBook,
    }),
    // The watermark guarantees that all transactions of a visible block are stored.
    totalCount: countTransactions(rows),
  };
}

function notFound(): GatewayError {
  return new GatewayError('not_found', 'blocks not found');
}

/** Orders blocks by workchain, then shard as a signed number, then seqno. */
function compareBlocks(left: BlockRecord, right: BlockRecord): number {
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  if (left.shard !== right.shard) return left.shard < right.shard ? -1 : 1;
  return left.seqno - right.seqno;
}
