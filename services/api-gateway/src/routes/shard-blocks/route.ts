import type { BlockRow } from '@tonriver/clickhouse';
import { addressBookOf } from '../../answers/address-book.ts';
import { blockOf } from '../../answers/block.ts';
import { transactionsOf } from '../../answers/transactions.ts';
import { GatewayError } from '../../gateway-error.ts';
import { type BlockKey, type Blocks, blockKeyText, MASTERCHAIN, MASTERCHAIN_SHARD } from '../../reading/blocks.ts';
import type { Visibility } from '../../reading/watermark.ts';
import type { Endpoint, EndpointAnswer, EndpointContext } from '../endpoint.ts';
import { parseShardBlocks, parseShardState, type ShardBlocksRequest } from './query.ts';

/** GET masterchainBlockShards: the masterchain block and every shard block that it committed. */
export const masterchainBlockShards: Endpoint<ShardBlocksRequest> = {
  name: 'masterchainBlockShards',
  parse: parseShardBlocks,
  async answer(request, context) {
    const { reader, visibility } = context;
    const keys = (await isIndexed(reader.blocks, visibility, request.seqno))
      ? await reader.blocks.ofRound.get(String(request.seqno))
      : undefined;
    return await answerBlocks(keys ?? [], request, context);
  },
};

/** GET masterchainBlockShardState: the masterchain block and the newest block of every shard in its state. */
export const masterchainBlockShardState: Endpoint<ShardBlocksRequest> = {
  name: 'masterchainBlockShardState',
  parse: parseShardState,
  async answer(request, context) {
    const { reader, visibility } = context;
    const { seqno } = request;
    if (!(await isIndexed(reader.blocks, visibility, seqno))) return await answerBlocks([], request, context);
    const tops = (await reader.blocks.shardTops.get(String(seqno))) ?? [];
    // A shard whose newest "block" has seqno 0 is still at its zero state, which is no block.
    const keys = [{ workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno }, ...tops.filter((top) => top.seqno > 0)];
    return await answerBlocks(keys, request, context);
  },
};

/** Whether a round may be shown: it is in the contiguous range, or in an older one that was found complete too. */
async function isIndexed(blocks: Blocks, { range }: Visibility, seqno: number): Promise<boolean> {
  if (range === undefined || seqno < 1 || seqno > range.lastSeqno) return false;
  return seqno >= range.firstSeqno || (await blocks.rounds.get(String(seqno))) !== undefined;
}

async function answerBlocks(
  keys: readonly BlockKey[],
  { page }: ShardBlocksRequest,
  { dialect, reader, visibility, isTestnet, wantsAddressBook }: EndpointContext,
): Promise<EndpointAnswer> {
  const keyTexts = keys.map(blockKeyText);
  const [found, transactionKeys] = await Promise.all([
    reader.blocks.byKey.getMany(keyTexts),
    dialect.hasShardTransactions ? reader.blocks.transactions.getMany(keyTexts) : [],
  ]);
  const rows = found.filter((row) => row !== undefined).toSorted(compareBlocks);
  if (!dialect.hasShardTransactions) {
    const shown = rows.slice(page.offset, page.offset + page.limit);
    if (shown.length === 0) throw notFound();
    return { value: { blocks: shown.map((row) => blockOf(dialect, row)) } };
  }
  if (rows.length === 0) throw notFound();
  const keysOf = new Map(keyTexts.map((keyText, index) => [keyText, transactionKeys[index] ?? []]));
  const shown = rows.flatMap((row) => keysOf.get(blockKeyText(row)) ?? []).slice(page.offset, page.offset + page.limit);
  const { indexedSeqno } = visibility;
  const [transactions, addressBook] = await reader.answering.run(async () => {
    const records = await reader.records.getMany(shown, indexedSeqno);
    return await Promise.all([
      transactionsOf(reader, dialect, records, indexedSeqno),
      wantsAddressBook ? addressBookOf(reader, records, { indexedSeqno, isTestnet }) : {},
    ]);
  }, shown.length);
  return {
    value: {
      blocks: rows.map((row) => blockOf(dialect, row)),
      transactions,
      address_book: addressBook,
    },
    // Every transaction of a visible block is stored: that is what the watermark means.
    totalCount: rows.reduce((total, row) => total + row.txCount, 0),
  };
}

function notFound(): GatewayError {
  return new GatewayError('not_found', 'blocks not found');
}

/** Workchain, then shard as a signed number, then seqno. */
function compareBlocks(left: BlockRow, right: BlockRow): number {
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  if (left.shard !== right.shard) return left.shard < right.shard ? -1 : 1;
  return left.seqno - right.seqno;
}
