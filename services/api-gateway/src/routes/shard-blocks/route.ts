import type { BlockRow } from '@tonriver/row-schema';
import { addressBookOf } from '../../answers/address-book.ts';
import { blockOf } from '../../answers/block.ts';
import { arrayText, objectText, textOf } from '../../answers/json-text.ts';
import { printTransactions } from '../../answers/printed-transactions.ts';
import { GatewayError } from '../../gateway-error.ts';
import { MASTERCHAIN, MASTERCHAIN_SHARD } from '../../reading/blocks.ts';
import type { Endpoint, EndpointAnswer, EndpointContext } from '../endpoint.ts';
import { parseShardBlocks, parseShardState, type ShardBlocksRequest } from './query.ts';
import { countOnPage, countTransactions, readTransactionPage } from './transaction-page.ts';
import { readBlocks, readBlocksOfRound, readRound, readShardTops } from './whole-rounds.ts';

/** GET masterchainBlockShards: the masterchain block and every shard block that it committed. */
export const masterchainBlockShards: Endpoint<ShardBlocksRequest> = {
  name: 'masterchainBlockShards',
  parse: parseShardBlocks,
  async answer(request, context) {
    const { reader, visibility } = context;
    const blocks = await readBlocksOfRound(reader, visibility, request.seqno);
    if (blocks === undefined) throw notFound();
    return await answerBlocks(blocks, request, context);
  },
};

/** GET masterchainBlockShardState: the masterchain block and the newest block of every shard in its state. */
export const masterchainBlockShardState: Endpoint<ShardBlocksRequest> = {
  name: 'masterchainBlockShardState',
  parse: parseShardState,
  async answer(request, context) {
    const { reader, visibility } = context;
    const { seqno } = request;
    if ((await readRound(reader, visibility, seqno)) === undefined) throw notFound();
    const masterchain = await readBlocks(reader, [{ workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno }]);
    const tops = await readShardTops(reader, visibility, seqno);
    return await answerBlocks([...masterchain, ...tops], request, context);
  },
};

async function answerBlocks(
  blocks: readonly BlockRow[],
  { page }: ShardBlocksRequest,
  { dialect, reader, visibility, isTestnet, wantsAddressBook }: EndpointContext,
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
function compareBlocks(left: BlockRow, right: BlockRow): number {
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  if (left.shard !== right.shard) return left.shard < right.shard ? -1 : 1;
  return left.seqno - right.seqno;
}
